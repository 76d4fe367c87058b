import type { PgClient } from "@effect/sql-pg"
import { OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Duration, Effect, Layer, type Redacted } from "effect"
import { randomUUID } from "node:crypto"
import { makePace } from "#outgoing/deliveries/pace"
import { webhookDeliveries } from "#outgoing/webhooks/delivery-policy"
import { makeDeliveryLeases } from "#outgoing/deliveries/leases-repo"
import { makeDeliveryQueue } from "#outgoing/deliveries/queue-repo"
import { databaseLayer } from "#platform/database/connections"
import { Db } from "#platform/database/db"
import { WebhooksRepo } from "#outgoing/webhooks/repo"
import { freshDatabase } from "./database.ts"
import { content } from "./delivery-field.ts"
import { BenchFailed } from "./opponents.ts"
import { atMost, information, ratio } from "./report.ts"
import { median } from "./rounds.ts"
import { orgIdAt, seed } from "./seed.ts"

const customers = 100
const atOnce = 128
const claims = 100
const subscribers = 1_000
const nobody = "00000000-0000-0000-0000-000000000000"

const repos = (url: Redacted.Redacted) =>
  Layer.mergeAll(WebhooksRepo.layer, Db.layerNoDeps).pipe(Layer.provideMerge(databaseLayer({ url })))

const timed = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.timed(self), ([duration, result]) => ({ milliseconds: Duration.toMillis(duration), result }))

/** So many organisations with one endpoint each, and so many due deliveries over all. */
const fill = Effect.fnUntraced(function* (owner: PgClient.PgClient, due: number) {
  yield* owner`TRUNCATE webhook_endpoints CASCADE`
  yield* owner`
    INSERT INTO webhook_endpoints (org_id, id, url, events, sealed_secret, created_at)
    SELECT id, id, 'https://hooks.example.com/', '{offboarding.created}', 'sealed', now() FROM organisations`
  yield* owner`
    INSERT INTO webhook_deliveries (org_id, id, endpoint_id, event, content, next_attempt_at, created_at)
    SELECT e.org_id, gen_random_uuid(), e.id, 'offboarding.created', ${content}::text::json, now(), now()
    FROM webhook_endpoints e, generate_series(1, ${due / customers}::int)`
  yield* owner.unsafe("VACUUM ANALYZE webhook_deliveries")
})

/**
 * P15: one claim of 128 deliveries that spread over the endpoints, as the engine makes them, given back after each; and
 * the look-up of those endpoints, which serves many claims.
 */
const claimTimes = Effect.fnUntraced(function* (due: number, owner: PgClient.PgClient) {
  yield* fill(owner, due)
  const queue = yield* makeDeliveryQueue(webhookDeliveries)
  const queues = yield* makeDeliveryLeases(webhookDeliveries)
  const claim = Effect.gen(function* () {
    const now = yield* DateTime.now
    const found = yield* timed(
      queue.lookUp({ orgId: undefined, after: { orgId: nobody, receiverId: nobody }, limit: 256, now })
    )
    const claimed = yield* timed(
      queue.claim({
        receivers: found.result,
        limit: atOnce,
        share: Math.ceil(atOnce / customers),
        pace: makePace().now(),
        owned: { leases: [], underWay: [] },
        leaseId: randomUUID(),
        now,
        leasedUntil: DateTime.add(now, { seconds: 8 })
      })
    )
    if (claimed.result.length !== atOnce) {
      return yield* new BenchFailed({ message: `A claim of ${atOnce} took ${claimed.result.length}` })
    }
    yield* queues.release(
      claimed.result.map(({ lease_id, org_id, receiver_id }) => ({ lease_id, org_id, receiver_id }))
    )
    return { lookUp: found.milliseconds, claim: claimed.milliseconds }
  })
  const times = yield* Effect.forEach(Array.from({ length: claims }), () => claim)
  const middle = (part: "lookUp" | "claim") => median(times.slice(claims / 10).map((one) => one[part]))
  return { lookUp: middle("lookUp"), claim: middle("claim") }
})

/** One event to all endpoints of one organisation, with the transaction around it. */
const fanOut = Effect.fnUntraced(function* (owner: PgClient.PgClient) {
  yield* owner`TRUNCATE webhook_endpoints CASCADE`
  yield* owner`
    INSERT INTO webhook_endpoints (org_id, id, url, events, sealed_secret, created_at)
    SELECT ${orgIdAt(0)}::uuid, gen_random_uuid(), 'https://hooks.example.com/' || n, '{offboarding.created}', 'sealed', now()
    FROM generate_series(1, ${subscribers}::int) n`
  const repo = yield* WebhooksRepo
  const db = yield* Db
  const announce = Effect.gen(function* () {
    const now = yield* DateTime.now
    return yield* repo.enqueue({
      orgId: OrgId.make(orgIdAt(0)),
      names: ["offboarding.created"],
      content,
      traceParent: null,
      recordedAt: now,
      now
    })
  })
  const times = yield* Effect.forEach(Array.from({ length: 20 }), () => timed(db.transactSystem(announce)))
  const missed = times.find(({ result }) => result !== subscribers)
  if (missed !== undefined) return yield* new BenchFailed({ message: `The event went to ${missed.result} endpoints` })
  // Rows of one statement share the transaction and the command within it.
  const [statements] = yield* owner<{ readonly count: number }>`
    SELECT count(DISTINCT (xmin::text, cmin::text))::int AS count FROM webhook_deliveries`
  return {
    milliseconds: median(times.map(({ milliseconds }) => milliseconds)),
    statements: (statements?.count ?? Number.NaN) / times.length
  }
})

/** What the queue costs by its size, and what an event costs that many endpoints want. */
export const deliveryQueue = Effect.fn("Bench.deliveryQueue")(function* () {
  const { owner, url } = yield* freshDatabase("queue")
  yield* seed(owner, { cases: Array.from({ length: customers }, () => 0), keys: 0, orgOfKey: () => 0 })
  const measured = yield* Effect.gen(function* () {
    const few = yield* claimTimes(10_000, owner)
    const many = yield* claimTimes(1_000_000, owner)
    return { few, many, fan: yield* fanOut(owner) }
  }).pipe(Effect.provide(repos(url)))
  return [
    atMost("P15", `claim of ${atOnce} with 1,000,000 due rows: ms`, measured.many.claim, 5),
    atMost(
      "P15",
      "the same / with 10,000 due rows",
      measured.many.claim / measured.few.claim,
      1.5,
      ` (${ratio(measured.few.claim)} ms)`
    ),
    information(
      "",
      `look-up of ${customers} endpoints with 1,000,000, 10,000 due rows`,
      `${ratio(measured.many.lookUp)} ms, ${ratio(measured.few.lookUp)} ms`
    ),
    information(
      "",
      "one event to 1,000 endpoints in one transaction",
      `${ratio(measured.fan.milliseconds)} ms, ${measured.fan.statements} statement`
    )
  ]
})
