import { assert } from "@effect/vitest"
import { WebhookEventName } from "@svc/contract/events"
import { Effect, Layer, Redacted, Schema } from "effect"
import type { HttpMethod } from "effect/http"
import { randomUUID } from "node:crypto"
import { Outbox } from "#outgoing/outbox/service"
import { Jobs } from "#platform/jobs/jobs"
import { DeliveryEngine } from "#outgoing/webhooks/engine"
import * as WebhooksDomain from "#outgoing/webhooks/index"
import { Loops } from "#App"
import { aColleague, anIntegrator } from "#test/offboarding/offboardings/support"
import { verify } from "#test/receivers/node-crypto"
import { TestApp } from "#test/support/TestApp"
import { systemSql } from "#test/support/tables"
import { as, type Asked } from "#test/support/requests"
import { aReceiver, ReceiverCertificate } from "./receiver.ts"
import { aWebhook, TrustingOutbound } from "./support.ts"

/** The whole service with its jobs, whose webhooks trust the receivers of the suite. */
export const App = Layer.mergeAll(WebhooksDomain.reactions, Loops).pipe(
  // Fresh: those of the whole service call through a client that trusts no certificate of a test.
  Layer.provideMerge(Layer.fresh(WebhooksDomain.services).pipe(Layer.provide(TrustingOutbound))),
  Layer.provideMerge(ReceiverCertificate.layer),
  Layer.provideMerge(TestApp)
)

const Body = Schema.fromJsonString(
  Schema.Struct({ event: WebhookEventName, data: Schema.Record(Schema.String, Schema.Json) })
)
export const decodeId = Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String }))
export type Json = Readonly<Record<string, Schema.Json>>
type Method = HttpMethod.HttpMethod
export const name = "Ada Lovelace"
export const reason = "it is asked for"

/** An organisation of which a server of a customer's is told everything. */
export const aSubscriber = Effect.gen(function* () {
  const from = yield* anIntegrator()
  const receiver = yield* aReceiver()
  const { secret } = yield* aWebhook(from.orgId, receiver.url)
  const outbox = yield* Outbox
  const engine = yield* DeliveryEngine
  const seen = new Set<string>()

  /** What has come in since, signed and under an id of its own each; a second round finds nothing. */
  const told = Effect.gen(function* () {
    const first = receiver.received.length
    yield* Effect.repeat(outbox.dispatch(from.orgId), { until: (count) => count === 0 })
    yield* engine.drain(from.orgId)
    const news = receiver.received.slice(first)
    assert.deepStrictEqual(yield* engine.drain(from.orgId), { delivered: 0, failed: 0, dead: 0 })
    return yield* Effect.forEach(news, (request) =>
      Effect.gen(function* () {
        assert.isTrue(verify(request.headers, request.body, Redacted.value(secret)), "the signature")
        assert.isFalse(seen.has(request.delivery ?? ""), "a delivery of its own")
        seen.add(request.delivery ?? "")
        const { data, event } = yield* Schema.decodeEffect(Body)(request.body)
        assert.strictEqual(request.event, event)
        return [event, data] as const
      })
    )
  })

  /** Does it with this answer, and tells its body and what came in of it. */
  const fired = Effect.fnUntraced(function* (
    status: number,
    request: Effect.Effect<{ readonly status: number; readonly body: unknown }, unknown, Effect.Services<Asked>>
  ) {
    yield* told
    const answer = yield* request
    assert.strictEqual(answer.status, status, JSON.stringify(answer.body))
    return { body: answer.body, news: yield* told }
  })
  const does = (status: number, method: Method, path: string, body?: unknown) =>
    fired(status, as(from.admin).ask(method, path, body))
  const runs = Effect.fnUntraced(function* (job: string) {
    yield* told
    yield* Jobs.use((jobs) => jobs.run(job, from.orgId))
    return yield* told
  })

  const aCase = (more: Json = {}) =>
    Effect.flatMap(
      does(201, "POST", "/api/employees", { employee_name: name, exit_date: "2030-03-31", ...more }),
      ({ body }) => Effect.map(decodeId(body), ({ id }) => id)
    )
  /** A case in which only the stage is left to change. */
  const aReadyCase = Effect.gen(function* () {
    const id = yield* aCase({ no_apps: true })
    yield* does(200, "POST", `/api/employees/${id}/confirm-asset-return`)
    yield* systemSql`UPDATE checklist_items SET completed_at = created_at WHERE offboarding_id = ${id}`
    return id
  })
  const anAsset = Effect.fnUntraced(function* (more: Json = {}) {
    const serialNumber = randomUUID()
    const person = yield* aColleague(from, `${serialNumber}@acme.test`)
    const { body } = yield* does(201, "POST", "/api/assets", {
      itemName: "ThinkPad",
      serialNumber,
      category: "laptop",
      orgEmployeeId: person.id,
      ...more
    })
    const { id } = yield* decodeId(body)
    return { id, data: { assetId: id, itemName: "ThinkPad", serialNumber, category: "laptop", employeeId: person.id } }
  })
  return { from, fired, does, runs, told, aCase, aReadyCase, anAsset }
})
