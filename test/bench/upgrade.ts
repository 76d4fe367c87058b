import { NodeHttpClient } from "@effect/platform-node"
import { OperatorClient } from "@svc/client/operator"
import { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Exit, Redacted, Schedule, Scope } from "effect"
import { randomBytes } from "node:crypto"
import { balancer, load } from "./balancer.ts"
import { deliveryField } from "./delivery-field.ts"
import { formerRelease } from "./former-release.ts"
import { BenchFailed } from "./opponents.ts"
import type { ServerProcess } from "./processes.ts"
import { atLeast, atMost, information, whole } from "./report.ts"
import { orgIdAt } from "./seed.ts"
import { startService } from "./service.ts"

const keys = 40
const perSecond = 40
/** Seconds for which a node that is to end goes on answering, so that whoever sends requests here can notice. */
const notice = "3"

interface Node {
  readonly server: ServerProcess
  readonly scope: Scope.Closeable
}

/**
 * The former release runs on two nodes under load; node by node this one takes its place, whose migrations are applied
 * while the other still works. What a customer sees of it: requests that failed, deliveries that were lost.
 */
export const upgrade = Effect.fn("Bench.upgrade")(function* () {
  const former = yield* formerRelease()
  yield* Effect.logInfo(`the former release is ${former.commit}`)
  const token = randomBytes(24).toString("hex")
  const env = { OPERATOR_TOKEN: token, SHUTDOWN_DELAY: notice }
  const field = yield* deliveryField("upgrade", ["/hooks"], {
    keys,
    // It makes its tables itself, as at a customer's.
    prepare: (databaseUrl) =>
      Effect.orDie(
        Effect.scoped(Effect.asVoid(startService({ name: "upgrade-first", databaseUrl, file: former.file })))
      )
  })
  const migration = Effect.map(
    field.owner<{ readonly last: number }>`SELECT max(migration_id)::int AS last FROM platform_migrations`,
    ([row]) => row?.last ?? 0
  )
  const before = yield* migration
  const node = Effect.fnUntraced(function* (name: string, file?: string) {
    const scope = yield* Scope.fork(yield* Effect.scope)
    const server = yield* Scope.provide(field.startNode(name, env, file), scope)
    return { server, scope }
  })
  const to = balancer()
  const stop = Effect.fnUntraced(function* ({ scope, server }: Node) {
    yield* Scope.close(scope, Exit.void)
    to.remove(server)
  })

  const [one, other] = [yield* node("upgrade-former-1", former.file), yield* node("upgrade-former-2", former.file)]
  to.add(one.server)
  to.add(other.server)
  yield* field.reset
  yield* Effect.forkScoped(Effect.repeat(to.look, Schedule.spaced("100 millis")))
  const working = load(to, { keys, perSecond })
  yield* Effect.scoped(
    Effect.gen(function* () {
      yield* working.run
      yield* Effect.sleep("8 seconds")
      for (const [index, gone] of [one, other].entries()) {
        const { server } = yield* node(`upgrade-new-${index + 1}`)
        to.add(server)
        yield* Effect.sleep("4 seconds")
        yield* stop(gone)
        yield* Effect.logInfo(`node ${index + 1} is of this release; ${to.failures.length} requests failed so far`)
        yield* Effect.sleep("4 seconds")
      }
    })
  )
  const after = yield* migration
  const figures = yield* field.arrived(working.made())
  const left = yield* field.owner<{ readonly status: string; readonly count: number }>`
    SELECT status, count(*)::int AS count FROM webhook_deliveries GROUP BY status`
  const last = yield* node("upgrade-verifier")
  const { ok } = yield* Effect.flatMap(OperatorClient, (client) =>
    client["audit.verify"]({ orgId: OrgId.make(orgIdAt(0)) })
  ).pipe(
    Effect.provide(
      OperatorClient.layer({ baseUrl: `http://127.0.0.1:${last.server.port}`, token: Redacted.make(token) })
    ),
    Effect.provide(NodeHttpClient.layerNodeHttp)
  )
  if (!ok) return yield* new BenchFailed({ message: "The chain does not hold after the upgrade" })
  for (const failure of to.failures.slice(0, 10)) yield* Effect.logError(failure)
  return [
    atLeast("U1", "requests answered through a rolling upgrade", to.answered(), 500),
    atMost("U1", "of them failed", to.failures.length, 0),
    atMost("U1", "deliveries lost", working.made() - figures.distinct, 0),
    information(
      "U1",
      "cases made; deliveries sent twice; left in the queue",
      `${whole(working.made())}; ${figures.total - figures.distinct}; ${left.map(({ count, status }) => `${count} ${status}`).join(", ")}`
    ),
    information(
      "U1",
      "former release; its last migration and the one of this",
      `${former.commit.slice(0, 8)}; ${before}, ${after}`
    )
  ]
})
