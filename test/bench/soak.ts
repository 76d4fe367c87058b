import { Effect, Fiber, Ref, Schedule, Schema } from "effect"
import { readdirSync } from "node:fs"
import { deliveryField } from "./delivery-field.ts"
import { getRequest, load, postRequest } from "./load.ts"
import { BenchFailed } from "./opponents.ts"
import { pace } from "./pace.ts"
import { freePort } from "./processes.ts"
import { atLeast, atMost, information, ratio, whole } from "./report.ts"
import { median } from "./rounds.ts"
import { keyAt } from "./seed.ts"
import { leavers, orgId, seedKeys, seedOffice, startOkta } from "./soak-load.ts"

/** `SOAK_MINUTES` for a quick try; the lines are for thirty. */
const minutes = Number(process.env["SOAK_MINUTES"] ?? 30)
/** Caches fill and the heap finds its size before it counts. */
const settling = minutes > 10 ? 5 : minutes / 4
const organisations = 10
const keys = 1_500
/** Of as many requests one makes a case. */
const casesOf = 10
/** To learn what the machine bears. */
const full = 4_000
const warmUp = 2_000
const sampleEvery = "5 seconds"
const leaverEvery = "2 seconds"

const Probe = Schema.Struct({
  rss: Schema.Finite,
  heapUsed: Schema.Finite,
  external: Schema.Finite,
  fibers: Schema.Finite,
  resources: Schema.Finite,
  p99: Schema.Finite,
  longest: Schema.Finite
})

interface Sample {
  readonly minute: number
  readonly megabytes: number
  readonly heap: number
  readonly fibers: number
  readonly handles: number
  readonly connections: number
}

const probed = (port: number, route: string) =>
  Effect.tryPromise({
    try: () => fetch(`http://127.0.0.1:${port}${route}`).then((response) => response.text()),
    catch: (cause) => new BenchFailed({ message: `The probe did not answer: ${String(cause)}` })
  }).pipe(Effect.flatMap((text) => Effect.orDie(Schema.decodeUnknownEffect(Schema.fromJsonString(Probe))(text))))

/** Of a straight line through the samples, by least squares. */
const slope = (samples: ReadonlyArray<Sample>, of: (sample: Sample) => number) => {
  const mean = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(samples.map(({ minute }) => minute)), mean(samples.map(of))]
  const [above, below] = [
    samples.reduce((sum, sample) => sum + (sample.minute - x) * (of(sample) - y), 0),
    samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
  ]
  return above / below
}

/** The last third against the first. */
const grown = (samples: ReadonlyArray<Sample>, of: (sample: Sample) => number) => {
  const third = Math.max(1, Math.floor(samples.length / 3))
  return median(samples.slice(-third).map(of)) / median(samples.slice(0, third).map(of))
}

/** P16: half of what the machine bears, with webhooks, SIEM, SCIM and revocations, for half an hour. */
export const soak = Effect.fn("Bench.soak")(function* () {
  const field = yield* deliveryField(
    "soak",
    Array.from({ length: organisations }, () => "/hooks")
  )
  yield* seedKeys(field.owner, keys, organisations)
  yield* seedOffice(field.owner, field.targets[0] ?? "")
  yield* field.owner.unsafe("VACUUM ANALYZE")
  const vendor = yield* startOkta({ key: field.key, cert: field.cert })
  const probePort = yield* freePort
  const { pid, port } = yield* field.startNode(
    "service-soak",
    { PROBE_PORT: String(probePort), VENDOR_OKTA_URL: vendor.url },
    "test/bench/soak-server.ts"
  )

  let sent = 0
  /** Names and addresses that nobody had before. */
  const one = () => {
    const number = sent++
    const key = keyAt(number % keys)
    const body = {
      employee_name: `Person ${number}`,
      employee_email: `p${number}@example.test`,
      exit_date: "2099-03-31"
    }
    return number % casesOf === 0
      ? { method: "POST" as const, path: "/api/v1/offboardings", key, body: JSON.stringify(body) }
      : { method: "GET" as const, path: "/api/v1/offboardings?limit=20", key }
  }
  const text = ({ body, key, path: route }: ReturnType<typeof one>) =>
    body === undefined ? getRequest(route, key) : postRequest(route, key, body)
  const atFull = (count: number) =>
    load({ port, connections: 16, count, request: () => text(one()), status: [200, 201] })
  yield* atFull(warmUp)
  const { perSecond } = yield* atFull(full)
  const half = Math.round(perSecond / 2)

  const samples = yield* Ref.make<ReadonlyArray<Sample>>([])
  const begun = performance.now()
  const sample = Effect.gen(function* () {
    const { fibers, heapUsed, rss } = yield* probed(probePort, "/")
    const [open] = yield* field.owner<{ readonly connections: number }>`
      SELECT count(*)::int AS connections FROM pg_stat_activity
      WHERE datname = current_database() AND application_name <> 'bench/owner'`
    const taken: Sample = {
      minute: (performance.now() - begun) / 60_000,
      megabytes: rss / 1_048_576,
      heap: heapUsed / 1_048_576,
      fibers,
      handles: readdirSync(`/proc/${pid}/fd`).length,
      connections: open?.connections ?? Number.NaN
    }
    yield* Ref.update(samples, (all) => [...all, taken])
  })
  yield* sample
  const leave = yield* leavers(field.owner, port, vendor)
  let left = 0
  const leaving = yield* Effect.forkScoped(
    Effect.repeat(
      Effect.tap(leave, () => Effect.sync(() => (left += 1))),
      Schedule.fixed(leaverEvery)
    )
  )
  const sampling = yield* Effect.forkScoped(Effect.repeat(sample, Schedule.fixed(sampleEvery)))
  yield* Effect.forkScoped(Effect.andThen(Effect.sleep(`${settling} minutes`), probed(probePort, "/reset")))
  const paced = yield* pace({
    port,
    perSecond: half,
    seconds: minutes * 60,
    status: [200, 201],
    request: () => {
      const { body, key, method, path: route } = one()
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
      return { method, path: route, headers, ...(body === undefined ? {} : { body }) }
    }
  })
  const { longest, p99 } = yield* probed(probePort, "/")
  // Whatever went wrong beside the paced load ends the bench.
  for (const fiber of [leaving, sampling]) {
    if (fiber.pollUnsafe() !== undefined) yield* Fiber.join(fiber)
    yield* Fiber.interrupt(fiber)
  }
  const [work] = yield* field.owner<{
    readonly made: number
    readonly sent: number
    readonly revoked: number
    readonly waiting: number
  }>`
    SELECT (SELECT count(*)::int FROM offboardings) AS made,
      (SELECT count(*)::int FROM webhook_deliveries WHERE status = 'delivered') AS sent,
      (SELECT count(*)::int FROM webhook_deliveries WHERE status <> 'delivered') AS waiting,
      (SELECT count(*)::int FROM revocation_results WHERE org_id = ${orgId} AND outcome = 'revoked') AS revoked`
  const [stream] = yield* field.owner<{ readonly delivered: number }>`
    SELECT delivery_count::int AS delivered FROM siem_targets WHERE org_id = ${orgId}`

  const counted = (yield* Ref.get(samples)).filter(({ minute }) => minute >= settling)
  const at = (of: (one: Sample) => number) =>
    `${whole(of(counted[0] ?? emptySample))}, ${whole(of(counted.at(-1) ?? emptySample))}`
  const flat = (what: string, of: (one: Sample) => number) =>
    atMost("P16", `soak: ${what}, the last third / the first`, grown(counted, of), 1.1, ` (${at(of)})`)
  return [
    atMost(
      "P16",
      `soak of ${ratio(minutes)} minutes at half load: memory, MB a minute`,
      slope(counted, ({ megabytes }) => megabytes),
      1,
      ` (${at(({ megabytes }) => megabytes)} MB)`
    ),
    information("P16", "… of it in use by JavaScript, MB a minute", ratio(slope(counted, ({ heap }) => heap))),
    flat("handles", ({ handles }) => handles),
    flat("fibers", ({ fibers }) => fibers),
    flat("connections to PostgreSQL", ({ connections }) => connections),
    atMost("P16", "soak: event loop delay, p99, ms", p99, 50, ` (longest ${whole(longest)} ms)`),
    atLeast(
      "P16",
      "soak: access of leavers that was revoked, of all that left",
      (work?.revoked ?? 0) / left,
      0.95,
      ` (${whole(left)})`
    ),
    information(
      "P16",
      "soak: requests a second; p50, p99; cases, deliveries, waiting still; entries to the SIEM",
      `${whole(half)}; ${ratio(paced.p50)}, ${ratio(paced.p99)} ms; ${whole(work?.made ?? 0)}, ${whole(work?.sent ?? 0)}, ${whole(work?.waiting ?? 0)}; ${whole(stream?.delivered ?? 0)}`
    )
  ]
})

const emptySample: Sample = { minute: 0, megabytes: 0, heap: 0, fibers: 0, handles: 0, connections: 0 }
