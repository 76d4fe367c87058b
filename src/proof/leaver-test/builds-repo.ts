import { LeaverTestResult } from "@svc/contract/leaver-test/figures"
import { LeaverTestParameters, LeaverTestProgress } from "@svc/contract/leaver-test/schema"
import { LeaverTestId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { BuildQueue, EndingBuilds, Holder } from "#platform/jobs/build-queue"
import { SystemSql, Transaction } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { Instant, maybe, one, perform } from "#platform/database/statements"

const ClaimedTest = Schema.Struct({
  org_id: OrgId,
  id: LeaverTestId,
  parameters: LeaverTestParameters,
  requested_by: Schema.NullOr(UserId),
  created_at: Instant,
  attempts: Schema.Int,
  claims: Schema.Int,
  storage_key: Schema.String
})
export type ClaimedTest = typeof ClaimedTest.Type

type TestHolder = Holder<LeaverTestId>

const Gone = Schema.Struct({ org_id: OrgId, id: LeaverTestId })

const encodeResult = Schema.encodeEffect(Schema.fromJsonString(Schema.toCodecJson(LeaverTestResult)))
const encodeProgress = Schema.encodeEffect(Schema.fromJsonString(LeaverTestProgress))

const Fixed = Schema.Struct({ seq: Schema.Finite })
const Covering = Schema.Struct({ seq: Schema.BigInt })

/** Leaver tests on their way from request to file to deletion, and the leases under which workers hold them. */
export class LeaverTestBuildsRepo extends Context.Service<
  LeaverTestBuildsRepo,
  BuildQueue<ClaimedTest> &
    EndingBuilds<LeaverTestId> & {
      /** Answers false, and changes nothing, when the test is the worker's no more. */
      ready(
        holder: TestHolder,
        made: {
          readonly size: number
          readonly sha256: string
          readonly result: LeaverTestResult
          readonly subjects: ReadonlyArray<string>
          readonly completedAt: DateTime.Utc
          readonly expiresAt: DateTime.Utc
        }
      ): Effect.Effect<boolean, never, Transaction>
      /** How far the worker is; nothing where the test is its own no more. */
      progress(holder: TestHolder, progress: LeaverTestProgress): Effect.Effect<void>
      /** The name and the address of the user while they are a member of the organisation. */
      addressOf(orgId: OrgId, userId: UserId): Effect.Effect<Option.Option<string>, never, Transaction>
      organisation(orgId: OrgId): Effect.Effect<{ readonly name: string; readonly zone: string }, never, Transaction>
      /** The number of the last entry that fixed this population. */
      fixedBy(orgId: OrgId, populationSha256: string): Effect.Effect<number, never, Transaction>
      /** The number of the entry that an anchor is of. */
      anchored(orgId: OrgId, anchorId: string): Effect.Effect<bigint, never, Transaction>
    }
>()("svc/leaver-test/LeaverTestBuildsRepo") {
  static readonly layer = Layer.effect(
    LeaverTestBuildsRepo,
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
        Result: ClaimedTest,
        execute: ({ leasedUntil, now, orgId, worker }) => system`
          WITH next AS MATERIALIZED (
            SELECT org_id, id FROM leaver_tests
            WHERE status IN ('queued', 'running') AND next_attempt_at <= ${now}
              AND (leased_until IS NULL OR leased_until <= ${now})
              AND ${ofOrganisation(system, orgId, "org_id")}
            ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED
          )
          UPDATE leaver_tests t
          SET status = 'running', claims = t.claims + 1, lease_id = ${worker}, leased_until = ${leasedUntil}, progress = NULL
          FROM next WHERE t.org_id = next.org_id AND t.id = next.id
          RETURNING t.org_id, t.id, t.parameters, t.requested_by, t.created_at, t.attempts, t.claims,
            leaver_test_storage_key(t.org_id, t.id, t.claims) AS storage_key`
      })
      const addressOf = maybe({
        Request: Schema.Struct({ orgId: OrgId, userId: UserId }),
        Result: Schema.Struct({ email: Schema.String }),
        execute: ({ orgId, userId }) => sql`
          SELECT u.email FROM users u JOIN memberships m ON m.user_id = u.id
          WHERE m.org_id = ${orgId} AND u.id = ${userId}`
      })
      const organisation = one({
        Request: OrgId,
        Result: Schema.Struct({ name: Schema.String, zone: Schema.String }),
        execute: (orgId) => sql`SELECT name, timezone AS zone FROM organisations WHERE id = ${orgId}`
      })
      const fixedBy = one({
        Request: Schema.Struct({ orgId: OrgId, opening: Schema.String }),
        Result: Fixed,
        execute: ({ opening, orgId }) => sql`
          SELECT seq::float8 AS seq FROM audit_entries
          WHERE org_id = ${orgId} AND action = 'leaver_test_population_fixed' AND starts_with(details, ${opening})
          ORDER BY created_at DESC, seq DESC LIMIT 1`
      })
      const anchored = one({
        Request: Schema.Struct({ orgId: OrgId, id: Schema.String }),
        Result: Covering,
        execute: ({ id, orgId }) => sql`SELECT seq FROM audit_anchors WHERE org_id = ${orgId} AND id = ${id}`
      })
      const expired = SqlSchema.findAll({
        Request: Schema.Struct({ orgId: Schema.UndefinedOr(OrgId), now: Instant }),
        Result: Gone,
        execute: ({ now, orgId }) => system`
          SELECT org_id, id FROM leaver_tests
          WHERE status = 'ready' AND expires_at <= ${now} AND ${ofOrganisation(system, orgId, "org_id")}
          ORDER BY expires_at LIMIT 1000`
      })
      // Only what can be a test: whoever can write to this table must not have the service delete other files.
      const leftovers = SqlSchema.findAll({
        Request: Schema.Int,
        Result: Schema.Struct({ storage_key: Schema.String }),
        execute: (limit) => system`
          SELECT storage_key FROM leaver_test_leftovers WHERE starts_with(storage_key, 'leaver-tests/')
          ORDER BY storage_key LIMIT ${limit}`
      })
      const held = ({ id, orgId, worker }: TestHolder, at = sql) =>
        at`org_id = ${orgId} AND id = ${id} AND lease_id = ${worker} AND status = 'running'`
      const some = (rows: Effect.Effect<ReadonlyArray<unknown>, unknown>) =>
        Transaction.use(() => Effect.map(Effect.orDie(rows), ({ length }) => length > 0))

      return LeaverTestBuildsRepo.of({
        claim: (options) => Effect.orDie(claim(options)),
        renew: (holder, leasedUntil) =>
          Effect.orDie(system`
            UPDATE leaver_tests SET leased_until = ${DateTime.toDateUtc(leasedUntil)}
            WHERE ${held(holder, system)} RETURNING id`).pipe(Effect.map((rows) => rows.length > 0)),
        release: (holder) =>
          Effect.orDie(
            Effect.asVoid(system`
              UPDATE leaver_tests SET status = 'queued', leased_until = NULL, lease_id = NULL
              WHERE ${held(holder, system)}`)
          ),
        ready: (holder, { completedAt, expiresAt, result, sha256, size, subjects }) =>
          Effect.flatMap(Effect.orDie(encodeResult(result)), (json) =>
            some(sql`
              UPDATE leaver_tests SET status = 'ready', size_bytes = ${size}::bigint, sha256 = ${sha256},
                result = ${json}::jsonb, subjects = ${subjects}::uuid[], completed_at = ${DateTime.toDateUtc(completedAt)},
                expires_at = ${DateTime.toDateUtc(expiresAt)}, leased_until = NULL, lease_id = NULL, progress = NULL
              WHERE ${held(holder)} RETURNING id`)
          ),
        progress: (holder, progress) =>
          Effect.flatMap(Effect.orDie(encodeProgress(progress)), (json) =>
            Effect.orDie(
              Effect.asVoid(system`UPDATE leaver_tests SET progress = ${json}::jsonb WHERE ${held(holder, system)}`)
            )
          ),
        putOff: (holder, nextAttemptAt) =>
          some(sql`
            UPDATE leaver_tests SET status = 'queued', attempts = attempts + 1,
              next_attempt_at = ${DateTime.toDateUtc(nextAttemptAt)}, leased_until = NULL, lease_id = NULL, progress = NULL
            WHERE ${held(holder)} RETURNING id`),
        fail: (holder, error, completedAt) =>
          some(sql`
            UPDATE leaver_tests SET status = 'failed', attempts = attempts + 1, error = ${error},
              completed_at = ${DateTime.toDateUtc(completedAt)}, leased_until = NULL, lease_id = NULL, progress = NULL
            WHERE ${held(holder)} RETURNING id`),
        addressOf: (orgId, userId) => addressOf({ orgId, userId }).pipe(Effect.map(Option.map(({ email }) => email))),
        organisation,
        fixedBy: (orgId, populationSha256) =>
          Effect.map(fixedBy({ orgId, opening: `population sha256: ${populationSha256},` }), ({ seq }) => seq),
        anchored: (orgId, id) => Effect.map(anchored({ orgId, id }), ({ seq }) => seq),
        findExpired: (orgId, now) => Effect.orDie(expired({ orgId, now })),
        expire: (orgId, id) =>
          some(sql`
            UPDATE leaver_tests SET status = 'expired'
            WHERE org_id = ${orgId} AND id = ${id} AND status = 'ready' RETURNING id`),
        leaveFiles: (orgId, id, upTo) =>
          perform(sql`
            INSERT INTO leaver_test_leftovers (storage_key)
            SELECT leaver_test_storage_key(t.org_id, t.id, claim)
            FROM leaver_tests t, generate_series(1, t.claims - ${upTo === "all" ? 0 : 1}::int) AS claim
            WHERE t.org_id = ${orgId} AND t.id = ${id}
            ON CONFLICT DO NOTHING`),
        leaveFile: (storageKey) =>
          Effect.orDie(
            Effect.asVoid(
              system`INSERT INTO leaver_test_leftovers (storage_key) VALUES (${storageKey}) ON CONFLICT DO NOTHING`
            )
          ),
        leftovers: (limit) =>
          Effect.map(Effect.orDie(leftovers(limit)), (rows) => rows.map(({ storage_key }) => storage_key)),
        forgetLeftover: (storageKey) =>
          Effect.orDie(Effect.asVoid(system`DELETE FROM leaver_test_leftovers WHERE storage_key = ${storageKey}`))
      })
    })
  )
}
