import { PgClient } from "@effect/sql-pg"
import { NodeHttpClient } from "@effect/platform-node"
import { OperatorClient } from "@svc/client/operator"
import { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Fiber, Redacted, Schedule } from "effect"
import { Reactivity } from "effect/reactivity"
import { randomBytes } from "node:crypto"
import { balancer, load } from "./balancer.ts"
import { BenchServer } from "./database.ts"
import { deliveryField } from "./delivery-field.ts"
import { patroniCluster } from "./patroni-cluster.ts"
import { atLeast, atMost, information, whole } from "./report.ts"
import { orgIdAt } from "./seed.ts"

const keys = 20
const perSecond = 20
const kills = 3

/** When the cluster itself takes a write again, asked past the service: what is beyond it is the service's own. */
const writable = (url: Redacted.Redacted) =>
  Effect.scoped(
    Effect.flatMap(
      PgClient.makeClient({ url, connectTimeout: "1 second" }),
      (client) => client`INSERT INTO bench_probe DEFAULT VALUES`
    )
  ).pipe(
    Effect.retry(Schedule.spaced("100 millis")),
    Effect.provide(Reactivity.layer),
    Effect.map(() => performance.now())
  )

/** The service on a cluster whose leader is killed three times under load: how long nothing can be written, and what of that which was answered is gone. */
export const patroni = Effect.fn("Bench.patroni")(function* () {
  const cluster = yield* patroniCluster()
  const password = randomBytes(12).toString("hex")
  yield* Effect.scoped(
    Effect.gen(function* () {
      const admin = yield* PgClient.makeClient({ url: cluster.superuser })
      yield* admin.unsafe(`CREATE ROLE bench LOGIN SUPERUSER PASSWORD '${password}'`)
      yield* admin`CREATE TABLE bench_probe (at timestamptz NOT NULL DEFAULT now())`
    })
  ).pipe(Effect.provide(Reactivity.layer))
  const url = Redacted.make(`postgres://bench:${password}@127.0.0.1:${cluster.port}/postgres`)
  const field = yield* deliveryField("patroni", ["/hooks"], { keys }).pipe(
    Effect.provideService(BenchServer, BenchServer.of({ url }))
  )
  const token = randomBytes(24).toString("hex")
  const servers = [
    yield* field.startNode("patroni-1", { OPERATOR_TOKEN: token }),
    yield* field.startNode("patroni-2", { OPERATOR_TOKEN: token })
  ]
  const to = balancer()
  for (const server of servers) to.add(server)
  // All that comes is sent on: what the service answers meanwhile is what is looked at.
  const working = load(to, { keys, perSecond })
  yield* field.reset
  const away: Array<number> = []
  const itself: Array<number> = []
  yield* Effect.scoped(
    Effect.gen(function* () {
      yield* working.run
      yield* Effect.sleep("5 seconds")
      for (let turn = 0; turn < kills; turn++) {
        yield* cluster.whole
        const killedAt = performance.now()
        const { back, name } = yield* cluster.killLeader
        const probe = yield* Effect.forkScoped(writable(cluster.superuser))
        // What was on its way may still have been answered.
        yield* Effect.sleep("1 second")
        const before = working.made()
        yield* Effect.sync(() => working.made()).pipe(
          Effect.repeat({ until: (made) => made > before, schedule: Schedule.spaced("50 millis") })
        )
        away.push((performance.now() - killedAt) / 1000)
        itself.push(((yield* Fiber.join(probe)) - killedAt) / 1000)
        yield* Effect.logInfo(
          `${name} was killed; written again after ${away.at(-1)?.toFixed(1)} s, past the service after ${itself.at(-1)?.toFixed(1)} s`
        )
        yield* Effect.sleep("5 seconds")
        yield* back
      }
      yield* cluster.whole
      yield* Effect.sleep("3 seconds")
    })
  )
  const again = { while: () => true, schedule: Schedule.upTo(Schedule.spaced("500 millis"), { times: 20 }) }
  const ids = working.ids()
  const [found] = yield* field.owner<{ readonly kept: number; readonly doubled: number; readonly all: number }>`
    SELECT (SELECT count(*) FROM offboardings WHERE id = ANY(${ids}::uuid[]))::int AS kept,
      (SELECT count(*) FROM (SELECT FROM offboardings GROUP BY employee_email HAVING count(*) > 1) d)::int AS doubled,
      (SELECT count(*) FROM offboardings)::int AS all`.pipe(Effect.retry(again))
  const figures = yield* field.arrived(found?.all ?? 0)
  const { ok } = yield* Effect.flatMap(OperatorClient, (client) =>
    client["audit.verify"]({ orgId: OrgId.make(orgIdAt(0)) })
  ).pipe(
    Effect.provide(
      OperatorClient.layer({ baseUrl: `http://127.0.0.1:${servers[0]?.port}`, token: Redacted.make(token) })
    ),
    Effect.provide(NodeHttpClient.layerNodeHttp)
  )
  const odd = to.failures.filter((failure) => !/: 503 /.test(failure))
  for (const failure of odd.slice(0, 10)) yield* Effect.logError(failure)
  return [
    atMost(
      "N2",
      "Patroni's leader killed: the longest until something was written again, s",
      Math.max(...away),
      30,
      ` (${away.map((one) => one.toFixed(1)).join(", ")})`
    ),
    information(
      "N2",
      "of it until the cluster itself took a write, asked past the service, s",
      itself.map((one) => one.toFixed(1)).join(", ")
    ),
    atMost("N2", "acknowledged cases that are gone", ids.length - (found?.kept ?? 0), 0),
    atMost("N2", "cases that are there twice", found?.doubled ?? Number.NaN, 0),
    atMost("N2", "deliveries lost", (found?.all ?? 0) - figures.distinct, 0),
    atMost("N2", "answers meanwhile that were neither right nor 503", odd.length, 0),
    atLeast("N2", "chain verified afterwards", ok ? 1 : 0, 1),
    information(
      "N2",
      "requests answered, of them 503; cases acknowledged, there; deliveries sent twice",
      `${whole(to.answered())}, ${to.failures.length - odd.length}; ${ids.length}, ${found?.all ?? 0}; ${figures.total - figures.distinct}`
    )
  ]
})
