import { LeaverTestResult } from "@svc/contract/leaver-test/figures"
import { LeaverTestParameters, LeaverTestProgress } from "@svc/contract/leaver-test/schema"
import { LeaverTestId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { Context, type DateTime, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { BuildQueue, EndingBuilds, Holder } from "#platform/builds/build-queue"
import { makeBuildQueue } from "#platform/builds/build-queue-repo"
import { SystemSql, type Transaction } from "#platform/database/db"
import { Instant, one } from "#platform/database/statements"

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
      const queue = yield* makeBuildQueue(
        {
          builds: "leaver_tests",
          lease: "lease_id",
          storageKey: "leaver_test_storage_key",
          leftovers: "leaver_test_leftovers",
          folder: "leaver-tests/"
        },
        ClaimedTest,
        LeaverTestId
      )

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
      return LeaverTestBuildsRepo.of({
        ...queue,
        ready: (holder, { result, subjects, ...made }) =>
          Effect.flatMap(Effect.orDie(encodeResult(result)), (json) =>
            queue.ready(holder, made, sql`result = ${json}::jsonb, subjects = ${subjects}::uuid[]`)
          ),
        progress: ({ id, orgId, worker }, progress) =>
          Effect.flatMap(Effect.orDie(encodeProgress(progress)), (json) =>
            Effect.orDie(
              Effect.asVoid(system`
                UPDATE leaver_tests SET progress = ${json}::jsonb
                WHERE org_id = ${orgId} AND id = ${id} AND lease_id = ${worker} AND status = 'running'`)
            )
          ),
        fixedBy: (orgId, populationSha256) =>
          Effect.map(fixedBy({ orgId, opening: `population sha256: ${populationSha256},` }), ({ seq }) => seq),
        anchored: (orgId, id) => Effect.map(anchored({ orgId, id }), ({ seq }) => seq)
      })
    })
  )
}
