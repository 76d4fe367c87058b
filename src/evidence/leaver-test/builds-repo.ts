import { LeaverTestResult } from "@svc/contract/leaver-test/figures"
import { LeaverTestParameters, LeaverTestProgress } from "@svc/contract/leaver-test/schema"
import { LeaverTestId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type Made, makeBuildQueue } from "#platform/builds/build-queue-repo"
import { SystemSql } from "#platform/database/db"
import type { Holder } from "#platform/jobs/lease-queue"
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

const encodeResult = Schema.encodeEffect(Schema.fromJsonString(Schema.toCodecJson(LeaverTestResult)))
const encodeProgress = Schema.encodeEffect(Schema.fromJsonString(LeaverTestProgress))

const Fixed = Schema.Struct({ seq: Schema.Finite })
const Covering = Schema.Struct({ seq: Schema.BigInt })

/** Leaver tests on their way from request to file to deletion, and the leases under which workers hold them. */
export class LeaverTestBuildsRepo extends Context.Service<LeaverTestBuildsRepo>()(
  "svc/leaver-test/LeaverTestBuildsRepo",
  {
    make: Effect.gen(function* () {
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
      return {
        ...queue,
        ready: (
          holder: Holder<LeaverTestId>,
          {
            result,
            subjects,
            ...made
          }: Made & { readonly result: LeaverTestResult; readonly subjects: ReadonlyArray<string> }
        ) =>
          Effect.flatMap(Effect.orDie(encodeResult(result)), (json) =>
            queue.ready(holder, made, sql`result = ${json}::jsonb, subjects = ${subjects}::uuid[]`)
          ),
        /** The worker's progress; nothing if it no longer has the test. */
        progress: ({ id, orgId, worker }: Holder<LeaverTestId>, progress: LeaverTestProgress) =>
          Effect.flatMap(Effect.orDie(encodeProgress(progress)), (json) =>
            Effect.orDie(
              Effect.asVoid(system`
                UPDATE leaver_tests SET progress = ${json}::jsonb
                WHERE org_id = ${orgId} AND id = ${id} AND lease_id = ${worker} AND status = 'running'`)
            )
          ),
        /** The number of the last entry that fixed this population. */
        fixedBy: (orgId: OrgId, populationSha256: string) =>
          Effect.map(fixedBy({ orgId, opening: `population sha256: ${populationSha256},` }), ({ seq }) => seq),
        /** The number of the entry that an anchor is of. */
        anchored: (orgId: OrgId, id: string) => Effect.map(anchored({ orgId, id }), ({ seq }) => seq)
      }
    })
  }
) {
  static readonly layer = Layer.effect(LeaverTestBuildsRepo, LeaverTestBuildsRepo.make)
}
