import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Layer, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import { AuditVerification } from "#audit/verification/service"
import { databaseLayer } from "#platform/database/connections"
import { DatabaseAddress } from "#test/support/database"
import { aDatabaseProxy } from "#test/support/database-proxy"
import { aSession, aSuperAdmin } from "#test/support/people"
import { installedPostgres, unlessInstalled } from "#test/support/postgres-server"
import { aReplicatedPair, ask, live, soon } from "#test/support/replicated-pair"
import { send } from "#test/support/requests"
import { testAppOver } from "#test/support/TestApp"

describe.skipIf(installedPostgres === undefined)(`fail-over${unlessInstalled}`, () => {
  // start-8: A primary that dies and is followed by a standby: 503 with `Retry-After` meanwhile, then the service
  //   writes again without a restart; with a synchronous standby no acknowledged write is lost and none is doubled.
  it.effect(
    "the primary dies under load and a standby is promoted: 503 meanwhile, then writes again, and no acknowledged one is lost",
    () =>
      Effect.gen(function* () {
        const { primary, standby } = yield* aReplicatedPair({ synchronous: true })
        const target = { host: "127.0.0.1", port: primary.port }
        const proxy = yield* aDatabaseProxy(target)
        const url = Redacted.make(`postgres://postgres@127.0.0.1:${proxy.port}/postgres`)
        const Database = Layer.merge(
          databaseLayer({ url, maxConnections: 6 }),
          Layer.succeed(DatabaseAddress, standby.url)
        )
        yield* Effect.gen(function* () {
          const member = yield* aSuperAdmin()
          const session = yield* aSession(member)
          const acknowledged: Array<string> = []
          const refused: Array<{ readonly status: number; readonly retryAfter: string | undefined }> = []
          let stop = false
          const write = Effect.gen(function* () {
            const email = `${randomUUID()}@acme.test`
            const { headers, status } = yield* send("POST", "/api/employees", {
              bearer: session,
              body: { employee_name: "Ada", employee_email: email, exit_date: "2026-04-30" }
            })
            if (status === 201) acknowledged.push(email)
            else refused.push({ status, retryAfter: headers["retry-after"] })
          })
          const writing = yield* Effect.forkChild(
            Effect.all(
              [1, 2, 3, 4].map(() => write.pipe(Effect.repeat({ until: () => stop }))),
              { concurrency: "unbounded", discard: true }
            )
          )
          yield* soon(
            Effect.sync(() => acknowledged.length),
            (count) => count > 50
          )
          yield* primary.kill
          const before = acknowledged.length
          yield* soon(
            Effect.sync(() => refused.length),
            (count) => count > 0
          )
          const ready = yield* send("GET", "/health/ready")
          assert.deepStrictEqual([ready.status, ready.body], [503, { status: "unavailable", reason: "database" }])

          const promoted = yield* live(Clock.currentTimeMillis)
          yield* standby.run("pg_ctl", ["promote", "-w", "-D", standby.data])
          target.port = standby.port
          yield* soon(
            Effect.sync(() => acknowledged.length),
            (count) => count > before + 50
          )
          const took = (yield* live(Clock.currentTimeMillis)) - promoted
          assert.isBelow(took, 30_000)
          stop = true
          yield* Fiber.join(writing)
          assert.strictEqual((yield* send("GET", "/health/ready")).status, 200)

          for (const { retryAfter, status } of refused) assert.deepStrictEqual([status, retryAfter], [503, "5"])
          const kept = yield* ask(
            standby.url,
            "SELECT employee_email AS email, count(*)::int AS count FROM offboardings GROUP BY 1"
          )
          const found = new Map(kept.map(({ count, email }) => [String(email), count]))
          assert.deepStrictEqual(
            acknowledged.filter((email) => found.get(email) !== 1),
            []
          )
          const report = yield* Effect.flatMap(AuditVerification, (verification) => verification.verify(member.orgId))
          assert.isTrue(report.ok)
        }).pipe(Effect.provide(testAppOver(Database)))
      }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)),
    { timeout: 120_000 }
  )
})
