import { OrgId, SiemTargetId } from "@svc/contract/kernel/ids"
import { Effect, Fiber } from "effect"
import { Secrets } from "#platform/keys/secrets"
import { placeOf } from "#outgoing/siem/credentials"
import { copyEntries, recordEntries, servicesOn } from "./audit-seed.ts"
import { deliveryField, secret } from "./delivery-field.ts"
import { BenchFailed } from "./opponents.ts"
import { cpuMicroseconds, postgresMicroseconds, postmasterOf } from "./processes.ts"
import { atLeast, information, watched, whole } from "./report.ts"
import { alternate, median, pairedRatio } from "./rounds.ts"
import { masterKey, orgIdAt } from "./seed.ts"

const entries = 20_000
const warmUp = 2_000
const targets = 3

/**
 * Deliveries a second of 20,000 audit entries to the three targets of one organisation, from their being written on,
 * against the same engine's webhooks: as many deliveries that stand in their queue already, to the same three servers.
 */
export const siem = Effect.fn("Bench.siem")(function* () {
  const field = yield* deliveryField(
    "siem",
    Array.from({ length: targets }, () => "/hooks")
  )
  const logs = { plain: orgIdAt(0), sealed: orgIdAt(1) }
  yield* recordEntries(logs.plain, { people: 1_000, sealed: false }).pipe(
    Effect.andThen(recordEntries(logs.sealed, { people: 1_000, sealed: true })),
    Effect.provide(servicesOn(field.url))
  )
  const secrets = yield* Secrets.pipe(Effect.provide(Secrets.layerWith({ masterKey, previous: [] })))
  for (const org of Object.values(logs)) {
    const orgId = OrgId.make(org)
    yield* field.owner`
      INSERT INTO siem_streams (org_id, forwarded_seq) SELECT org_id, seq FROM audit_heads WHERE org_id = ${org}`
    for (const [index, url] of field.targets.entries()) {
      const id = SiemTargetId.make(orgIdAt(index))
      const sealed = yield* secrets.seal(secret, placeOf("sealed_token", orgId, id))
      yield* field.owner`
        INSERT INTO siem_targets (org_id, id, name, type, endpoint_url, sealed_token, events, all_events, after_seq, created_at)
        SELECT org_id, ${id}, 'bench', 'generic', ${url}, ${sealed}, '{}', true, seq, now() FROM audit_heads WHERE org_id = ${org}`
    }
  }
  const service = yield* field.startNode("service-siem")
  const [backend] = yield* field.owner<{ readonly pid: number }>`SELECT pg_backend_pid() AS pid`
  const postgres = postgresMicroseconds(yield* postmasterOf(backend?.pid ?? 0))

  // Whatever leaves the tables meanwhile cannot be removed: it might still be seen by it.
  const longStatement = field.owner.withTransaction(field.owner`SELECT pg_sleep(120)`)
  const round = Effect.fnUntraced(function* <E, R>(
    enqueue: (each: number) => Effect.Effect<unknown, E, R>,
    beside: Effect.Effect<unknown, E, R> = Effect.void
  ) {
    // What the side before has left is not cleaned up at this one's expense.
    yield* field.owner.unsafe("VACUUM ANALYZE webhook_deliveries, siem_deliveries, audit_entries, audit_log_value_uses")
    yield* field.owner.unsafe("CHECKPOINT")
    // Connections that ended while the others had their turn are opened again before it counts.
    yield* field.reset
    yield* enqueue(warmUp)
    yield* field.arrived(warmUp * targets)
    yield* field.reset
    const before = yield* cpuMicroseconds(service.pid)
    const postgresBefore = yield* postgres
    const goingOn = yield* Effect.forkChild(beside, { startImmediately: true })
    yield* enqueue(entries)
    const figures = yield* field.arrived(entries * targets)
    yield* Fiber.interrupt(goingOn)
    if (figures.badSignatures > 0) {
      return yield* new BenchFailed({ message: `${figures.badSignatures} deliveries had a wrong signature` })
    }
    const deliveries = entries * targets
    return {
      perSecond: (deliveries * 1000) / (figures.lastAt - figures.firstAt),
      cpuMicroseconds: ((yield* cpuMicroseconds(service.pid)) - before) / deliveries,
      postgresMicroseconds: ((yield* postgres) - postgresBefore) / deliveries,
      repeated: figures.total - figures.distinct
    }
  })
  const written = (org: string) => (each: number) => copyEntries(field.owner, org, each)
  const measured = yield* alternate([
    ["webhooks", () => round((each) => field.enqueue("/hooks", each))],
    ["plain", () => round(written(logs.plain))],
    ["sealed", () => round(written(logs.sealed))],
    ["beside", () => round(written(logs.plain), longStatement)]
  ])
  type Side = Parameters<typeof measured>[0]
  const all = (side: Side, figure: "perSecond" | "cpuMicroseconds" | "postgresMicroseconds" | "repeated") =>
    measured(side).map((one) => one[figure])
  const against = (side: Side) => pairedRatio(all(side, "perSecond"), all("webhooks", "perSecond"))
  const line = (side: Side, what: string) =>
    information(
      "",
      what,
      [
        `${whole(median(all(side, "perSecond")))}/s`,
        `${whole(median(all(side, "cpuMicroseconds")))} µs of the process, ${whole(median(all(side, "postgresMicroseconds")))} µs of PostgreSQL each`,
        `${whole(median(all(side, "repeated")))} sent twice`
      ].join("; ")
    )
  return [
    atLeast("", "20,000 entries to 3 SIEM targets against as many webhooks: deliveries/s", against("plain"), 1),
    watched("", "… with two sealed values each", against("sealed"), "more"),
    watched("", "… beside a statement that takes longer", against("beside"), "more"),
    line("webhooks", "webhooks"),
    line("plain", "SIEM, entries that name nobody"),
    line("sealed", "SIEM, two sealed values an entry"),
    line("beside", "SIEM, beside a statement that takes longer")
  ]
})
