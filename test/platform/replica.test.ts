import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { databaseLayer } from "#platform/database/connections"
import { Db } from "#platform/database/db"
import { openSnapshot } from "#platform/database/snapshot"
import { Reports } from "#reports/reports/service"
import { EvidenceReadiness } from "#evidence/evidence-readiness/service"
import { SlaCompliance } from "#reports/sla-compliance/service"
import { TimeToCut } from "#reports/time-to-cut/service"
import { Trends } from "#reports/trends/service"
import { DatabaseAddress } from "#test/support/database"
import { asCaller, aSuperAdmin } from "#test/support/people"
import { installedPostgres, unlessInstalled } from "#test/support/postgres-server"
import { aReplicatedPair, ask, soon } from "#test/support/replicated-pair"
import { testAppOver } from "#test/support/TestApp"

/** Whether a statement runs on a standby. */
interface Where {
  readonly standby: boolean
}
const where = "SELECT pg_is_in_recovery() AS standby"

describe.skipIf(installedPostgres === undefined)(`a replica for reports and exports${unlessInstalled}`, () => {
  // start-9: A replica is read for reports and exports while it is not too far behind.
  it.effect("is read while it is not too far behind; the primary is read otherwise, and for all that changes", () =>
    Effect.gen(function* () {
      const { primary, standby } = yield* aReplicatedPair({ synchronous: false })
      const Database = Layer.merge(
        databaseLayer({
          url: primary.url,
          maxConnections: 6,
          replica: { options: { url: standby.url }, bound: Duration.seconds(2) }
        }),
        Layer.succeed(DatabaseAddress, primary.url)
      )
      yield* Effect.gen(function* () {
        const db = yield* Db
        const sql = yield* SqlClient.SqlClient
        const member = yield* aSuperAdmin()
        const of = asCaller(member)
        const report = db.report(sql.unsafe<Where>(where)).pipe(of)
        const exported = openSnapshot(member.orgId).pipe(
          Effect.flatMap((snapshot) => snapshot.unsafe<Where>(where)),
          Effect.scoped
        )
        const onStandby = ([row]: ReadonlyArray<Where>) => row?.standby === true

        yield* soon(report, onStandby)
        assert.isFalse(onStandby(yield* db.transact(sql.unsafe<Where>(where)).pipe(of)))
        assert.isTrue(onStandby(yield* exported))
        // Every report can be read where nothing can be written.
        const range = {}
        yield* Effect.all([
          (yield* Reports).summary({ query: range }),
          (yield* Reports).complianceSummary(),
          (yield* Trends).advanced(range),
          (yield* Trends).benchmarks,
          (yield* TimeToCut).report({ ...range, evidence: "read_back" }),
          (yield* SlaCompliance).report({ ...range, period: "month" }),
          (yield* EvidenceReadiness).report({ ...range, cases: "all" })
        ]).pipe(of)

        yield* ask(standby.url, "SELECT pg_wal_replay_pause()")
        yield* soon(
          ask(standby.url, "SELECT pg_get_wal_replay_pause_state() AS state"),
          ([row]) => row?.["state"] === "paused"
        )
        yield* db.transactSystem(sql`UPDATE organisations SET name = 'Written since' WHERE id = ${member.orgId}`)
        // An export sees all that was written before it, a report within the bound.
        assert.isFalse(onStandby(yield* exported))
        yield* soon(report, (rows) => !onStandby(rows))

        yield* ask(standby.url, "SELECT pg_wal_replay_resume()")
        yield* soon(report, onStandby)
        assert.isTrue(onStandby(yield* exported))

        yield* standby.kill
        yield* soon(Effect.exit(report), (exit) => exit._tag === "Success" && !onStandby(exit.value))
        assert.isFalse(onStandby(yield* exported))
      }).pipe(Effect.provide(testAppOver(Database)))
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
})
