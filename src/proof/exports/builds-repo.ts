import type { ExportCounts } from "@svc/contract/exports/schema"
import { ExportId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { EndingBuilds } from "#access/build-expiry"
import type { BuildQueue, Holder } from "#access/leased-builds"
import { SystemSql, Transaction } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { Instant, maybe, perform } from "#platform/database/statements"

const ClaimedExport = Schema.Struct({
  org_id: OrgId,
  id: ExportId,
  requested_by: Schema.NullOr(UserId),
  created_at: Instant,
  attempts: Schema.Int,
  claims: Schema.Int,
  storage_key: Schema.String
})
export type ClaimedExport = typeof ClaimedExport.Type

type ExportHolder = Holder<ExportId>

const Gone = Schema.Struct({ org_id: OrgId, id: ExportId })

/** Exports on their way from request to file to deletion, and the leases under which workers hold them. */
export class ExportBuildsRepo extends Context.Service<
  ExportBuildsRepo,
  BuildQueue<ClaimedExport> &
    EndingBuilds<ExportId> & {
      /** Answers false, and changes nothing, when the export is the worker's no more. */
      ready(
        holder: ExportHolder,
        result: {
          readonly size: number
          readonly sha256: string
          readonly counts: ExportCounts
          readonly completedAt: DateTime.Utc
          readonly expiresAt: DateTime.Utc
        }
      ): Effect.Effect<boolean, never, Transaction>
      /** The address of the user while they are a member of the organisation. */
      addressOf(orgId: OrgId, userId: UserId): Effect.Effect<Option.Option<string>, never, Transaction>
    }
>()("svc/exports/ExportBuildsRepo") {
  static readonly layer = Layer.effect(
    ExportBuildsRepo,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const system = yield* SystemSql

      const claim = SqlSchema.findOneOption({
        Request: Schema.Struct({
          orgId: Schema.UndefinedOr(OrgId),
          worker: Schema.String,
          now: Instant,
          leasedUntil: Instant
        }),
        Result: ClaimedExport,
        execute: ({ leasedUntil, now, orgId, worker }) => system`
          WITH next AS MATERIALIZED (
            SELECT org_id, id FROM organisation_exports
            WHERE status IN ('queued', 'running') AND next_attempt_at <= ${now}
              AND (leased_until IS NULL OR leased_until <= ${now})
              AND ${ofOrganisation(system, orgId, "org_id")}
            ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED
          )
          UPDATE organisation_exports e
          SET status = 'running', claims = e.claims + 1, leased_by = ${worker}, leased_until = ${leasedUntil}
          FROM next WHERE e.org_id = next.org_id AND e.id = next.id
          RETURNING e.org_id, e.id, e.requested_by, e.created_at, e.attempts, e.claims,
            export_storage_key(e.org_id, e.id, e.claims) AS storage_key`
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
        Result: Gone,
        execute: ({ now, orgId }) => system`
          SELECT org_id, id FROM organisation_exports
          WHERE status = 'ready' AND expires_at <= ${now} AND ${ofOrganisation(system, orgId, "org_id")}
          ORDER BY expires_at LIMIT 1000`
      })
      // Only what can be an export: whoever can write to this table must not have the service delete other files.
      const leftovers = SqlSchema.findAll({
        Request: Schema.Int,
        Result: Schema.Struct({ storage_key: Schema.String }),
        execute: (limit) => system`
          SELECT storage_key FROM export_leftovers WHERE starts_with(storage_key, 'org-exports/')
          ORDER BY storage_key LIMIT ${limit}`
      })
      const held = ({ id, orgId, worker }: ExportHolder) =>
        sql`org_id = ${orgId} AND id = ${id} AND leased_by = ${worker} AND status = 'running'`
      const some = (rows: Effect.Effect<ReadonlyArray<unknown>, unknown>) =>
        Transaction.use(() => Effect.map(Effect.orDie(rows), ({ length }) => length > 0))

      return ExportBuildsRepo.of({
        claim: (options) => Effect.orDie(claim(options)),
        renew: ({ id, orgId, worker }, leasedUntil) =>
          Effect.orDie(system`
            UPDATE organisation_exports SET leased_until = ${DateTime.toDateUtc(leasedUntil)}
            WHERE org_id = ${orgId} AND id = ${id} AND leased_by = ${worker} AND status = 'running' RETURNING id`).pipe(
            Effect.map((rows) => rows.length > 0)
          ),
        release: ({ id, orgId, worker }) =>
          Effect.orDie(
            Effect.asVoid(system`
              UPDATE organisation_exports SET status = 'queued', leased_until = NULL, leased_by = NULL
              WHERE org_id = ${orgId} AND id = ${id} AND leased_by = ${worker} AND status = 'running'`)
          ),
        ready: (holder, { completedAt, counts, expiresAt, sha256, size }) =>
          some(sql`
            UPDATE organisation_exports SET status = 'ready', size_bytes = ${size}::bigint, sha256 = ${sha256},
              counts = ${JSON.stringify(counts)}::jsonb, completed_at = ${DateTime.toDateUtc(completedAt)},
              expires_at = ${DateTime.toDateUtc(expiresAt)}, leased_until = NULL, leased_by = NULL
            WHERE ${held(holder)} RETURNING id`),
        putOff: (holder, nextAttemptAt) =>
          some(sql`
            UPDATE organisation_exports SET status = 'queued', attempts = attempts + 1,
              next_attempt_at = ${DateTime.toDateUtc(nextAttemptAt)}, leased_until = NULL, leased_by = NULL
            WHERE ${held(holder)} RETURNING id`),
        fail: (holder, error, completedAt) =>
          some(sql`
            UPDATE organisation_exports SET status = 'failed', attempts = attempts + 1, error = ${error},
              completed_at = ${DateTime.toDateUtc(completedAt)}, leased_until = NULL, leased_by = NULL
            WHERE ${held(holder)} RETURNING id`),
        addressOf: (orgId, userId) => addressOf({ orgId, userId }).pipe(Effect.map(Option.map(({ email }) => email))),
        findExpired: (orgId, now) => Effect.orDie(expired({ orgId, now })),
        expire: (orgId, id) =>
          some(sql`
            UPDATE organisation_exports SET status = 'expired'
            WHERE org_id = ${orgId} AND id = ${id} AND status = 'ready' RETURNING id`),
        leaveFiles: (orgId, id, upTo) =>
          perform(sql`
                INSERT INTO export_leftovers (storage_key)
                SELECT export_storage_key(e.org_id, e.id, claim)
                FROM organisation_exports e, generate_series(1, e.claims - ${upTo === "all" ? 0 : 1}::int) AS claim
                WHERE e.org_id = ${orgId} AND e.id = ${id}
                ON CONFLICT DO NOTHING`),
        leaveFile: (storageKey) =>
          Effect.orDie(
            Effect.asVoid(
              system`INSERT INTO export_leftovers (storage_key) VALUES (${storageKey}) ON CONFLICT DO NOTHING`
            )
          ),
        leftovers: (limit) =>
          Effect.map(Effect.orDie(leftovers(limit)), (rows) => rows.map(({ storage_key }) => storage_key)),
        forgetLeftover: (storageKey) =>
          Effect.orDie(Effect.asVoid(system`DELETE FROM export_leftovers WHERE storage_key = ${storageKey}`))
      })
    })
  )
}
