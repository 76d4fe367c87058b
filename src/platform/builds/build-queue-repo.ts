import { OrgId, UserId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { anyRow, Instant, maybe, perform } from "#platform/database/statements"
import { type Holder, makeLeaseQueue } from "#platform/jobs/lease-queue"

/** A file that was asked for, on its way to be made. */
export interface ClaimedBuild {
  readonly org_id: OrgId
  readonly id: string
  readonly attempts: number
  readonly claims: number
  readonly storage_key: string
}

/** Under which names a domain keeps its builds: constants of its repo. */
interface BuildTables {
  readonly builds: string
  /** The column that names the worker. */
  readonly lease: "leased_by" | "lease_id"
  /** A function of organization, build, and claim. */
  readonly storageKey: string
  /** Keys of files that are no longer needed. */
  readonly leftovers: string
  /** The prefix of the keys: a writer of that table must not make the service delete other files. */
  readonly folder: string
}

/** What every kind of build keeps of its file. */
export interface Made {
  readonly size: number
  readonly sha256: string
  readonly completedAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
}

/**
 * For a repo: what is the same of all tables of builds, over its own. What a worker writes counts only while the lease is its
 * own (proof-30): else it changes nothing, and the answer is false.
 */
export const makeBuildQueue = Effect.fnUntraced(function* <Build extends ClaimedBuild, Encoded>(
  names: BuildTables,
  row: Schema.Codec<Build, Encoded> & { readonly fields: Schema.Struct.Fields },
  id: Schema.Codec<Build["id"], string>
) {
  const sql = yield* SqlClient.SqlClient
  const system = yield* SystemSql
  const builds = sql.literal(names.builds)
  const storageKey = sql.literal(names.storageKey)
  const leftoversTable = sql.literal(names.leftovers)
  const some = (rows: Effect.Effect<ReadonlyArray<unknown>, unknown>) =>
    Effect.map(Effect.orDie(rows), ({ length }) => length > 0)

  const queue = yield* makeLeaseQueue({
    table: names.builds,
    lease: names.lease,
    row,
    instead: { storage_key: sql`${storageKey}(q.org_id, q.id, q.claims)` },
    due: (now) => system`q.status IN ('queued', 'running') AND q.next_attempt_at <= ${now}`,
    order: "q.next_attempt_at",
    taken: () => system`status = 'running', claims = q.claims + 1`
  })
  const addressOf = maybe({
    Request: Schema.Struct({ orgId: OrgId, userId: UserId }),
    Result: Schema.Struct({ email: Schema.String }),
    execute: ({ orgId, userId }) => sql`
      SELECT u.email FROM users u JOIN memberships m ON m.user_id = u.id
      WHERE m.org_id = ${orgId} AND u.id = ${userId}`
  })
  const expired = SqlSchema.findAll({
    Request: Schema.Struct({ orgId: Schema.UndefinedOr(OrgId), now: Instant }),
    Result: Schema.Struct({ org_id: OrgId, id }),
    execute: ({ now, orgId }) => system`
      SELECT org_id, id FROM ${builds}
      WHERE status = 'ready' AND expires_at <= ${now} AND ${ofOrganisation(system, orgId, "org_id")}
      ORDER BY expires_at LIMIT 1000`
  })
  const leftovers = SqlSchema.findAll({
    Request: Schema.Int,
    Result: Schema.Struct({ storage_key: Schema.String }),
    execute: (limit) => system`
      SELECT storage_key FROM ${leftoversTable} WHERE starts_with(storage_key, ${names.folder})
      ORDER BY storage_key LIMIT ${limit}`
  })

  return {
    claim: queue.claim,
    renew: queue.renew,
    /** Gives the build back, so that another worker takes it up immediately. */
    release: (holder: Holder<Build["id"]>) =>
      Effect.asVoid(some(system`UPDATE ${builds} SET status = 'queued', ${queue.free} WHERE ${queue.held(holder)}`)),
    /** `kept`: what else the domain keeps of it, as assignments. */
    ready: (holder: Holder<Build["id"]>, { completedAt, expiresAt, sha256, size }: Made, kept: Statement.Fragment) =>
      queue.settle(
        holder,
        sql`status = 'ready', size_bytes = ${size}::bigint, sha256 = ${sha256}, ${kept},
          completed_at = ${DateTime.toDateUtc(completedAt)}, expires_at = ${DateTime.toDateUtc(expiresAt)}`
      ),
    putOff: (holder: Holder<Build["id"]>, nextAttemptAt: DateTime.Utc) =>
      queue.settle(
        holder,
        sql`status = 'queued', attempts = attempts + 1, next_attempt_at = ${DateTime.toDateUtc(nextAttemptAt)}`
      ),
    fail: (holder: Holder<Build["id"]>, error: string, completedAt: DateTime.Utc) =>
      queue.settle(
        holder,
        sql`status = 'failed', attempts = attempts + 1, error = ${error}, completed_at = ${DateTime.toDateUtc(completedAt)}`
      ),
    /** The address of the user while they are a member of the organization. */
    addressOf: (orgId: OrgId, userId: UserId) =>
      Effect.map(
        addressOf({ orgId, userId }),
        Option.map(({ email }) => email)
      ),
    /** Ready builds whose time is up. */
    findExpired: (orgId: OrgId | undefined, now: DateTime.Utc) => Effect.orDie(expired({ orgId, now })),
    /** False when it was expired already. */
    expire: (orgId: OrgId, of: Build["id"]) =>
      anyRow(sql`
        UPDATE ${builds} SET status = 'expired'
        WHERE org_id = ${orgId} AND id = ${of} AND status = 'ready' RETURNING id`),
    /** The files of all claims of the build up to this one are no longer needed. */
    leaveFiles: (orgId: OrgId, of: Build["id"], upTo: "all" | "all but the last") =>
      perform(sql`
        INSERT INTO ${leftoversTable} (storage_key)
        SELECT ${storageKey}(b.org_id, b.id, claim)
        FROM ${builds} b, generate_series(1, b.claims - ${upTo === "all" ? 0 : 1}::int) AS claim
        WHERE b.org_id = ${orgId} AND b.id = ${of}
        ON CONFLICT DO NOTHING`),
    /** One file is no longer needed. */
    leaveFile: (key: string) =>
      Effect.asVoid(some(system`INSERT INTO ${leftoversTable} (storage_key) VALUES (${key}) ON CONFLICT DO NOTHING`)),
    leftovers: (limit: number) =>
      Effect.map(Effect.orDie(leftovers(limit)), (rows) => rows.map(({ storage_key }) => storage_key)),
    forgetLeftover: (key: string) =>
      Effect.asVoid(some(system`DELETE FROM ${leftoversTable} WHERE storage_key = ${key}`))
  }
})

export type BuildQueue<Build extends ClaimedBuild> = Effect.Success<ReturnType<typeof makeBuildQueue<Build, unknown>>>
