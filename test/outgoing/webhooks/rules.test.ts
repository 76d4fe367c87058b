import { assert, describe, it } from "@effect/vitest"
import { type DomainEvent, isOffered, WebhookEventName } from "@svc/contract/events"
import { DeliveryId } from "@svc/contract/kernel/ids"
import { OffboardingStatus } from "@svc/contract/offboardings/schema"
import { DateTime, Duration, Redacted, Result, Schema } from "effect"
import { createHmac } from "node:crypto"
import { Webhook } from "standardwebhooks"
import * as attempts from "#outgoing/deliveries/attempt-rules"
import { webhookDeliveries } from "#outgoing/webhooks/delivery-policy"
import { AttemptResult } from "#outgoing/deliveries/sender"
import { contentOf, renderBody } from "#outgoing/webhooks/content"
import { decideRedelivery, missingScope, namesOf, scopeOf } from "#outgoing/webhooks/rules"
import { secretOf } from "#outgoing/webhooks/secret"
import { signerOf } from "#outgoing/webhooks/signature"
import * as events from "./events.ts"

// Random texts are hardly ever ids, so the ids are given and everything that decides is drawn.
const count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 }))
const drawn = { employeeName: Schema.String, status: OffboardingStatus, failed: count, manualRequired: count }

const drawnEvents = (values: {
  readonly employeeName: string
  readonly status: typeof OffboardingStatus.Type
  readonly failed: number
  readonly manualRequired: number
}): ReadonlyArray<DomainEvent> =>
  [
    events.created,
    events.stageChanged(values.status),
    events.revoked(values),
    events.checklistCompleted,
    events.deleted,
    events.assetReturned
  ].map((event) => ("employeeName" in event ? { ...event, employeeName: values.employeeName } : event))

describe("One delivery per event per endpoint, under the most specific name it subscribes to", () => {
  const table: ReadonlyArray<readonly [string, DomainEvent, ReadonlyArray<WebhookEventName>]> = [
    ["an offboarding that was created", events.created, ["offboarding.created"]],
    ["a changed stage", events.stageChanged("it_revocation"), ["offboarding.stage_changed"]],
    [
      "1. a completed offboarding: completed, else stage_changed",
      events.stageChanged("completed"),
      ["offboarding.completed", "offboarding.stage_changed"]
    ],
    ["a cancelled offboarding", events.stageChanged("cancelled"), ["offboarding.stage_changed"]],
    ["a deleted offboarding", events.deleted, ["offboarding.deleted"]],
    ["a run that left nothing", events.revoked(), ["revocation.completed"]],
    [
      "2. a run that left an app failed: failed, else completed",
      events.revoked({ failed: 1 }),
      ["revocation.failed", "revocation.completed"]
    ],
    [
      "2. a run that left an app to remove by hand",
      events.revoked({ manualRequired: 1 }),
      ["revocation.failed", "revocation.completed"]
    ],
    ["a returned asset", events.assetReturned, ["asset.returned"]],
    ["an overdue asset", events.assetOverdue, ["asset.overdue"]],
    ["a completed checklist", events.checklistCompleted, ["checklist.completed"]],
    ["a signed document", events.documentSigned, ["document.signed"]],
    ["a paused endpoint is not told to webhooks", events.autoDisabled, []]
  ]
  it.each(table)("%s", (_, event, names) => assert.deepStrictEqual(namesOf(event), names))

  it.prop("every name is of the list, once, and the last is the event's own", drawn, (values) =>
    drawnEvents(values).every((event) => {
      const names = namesOf(event)
      return (
        names.every(Schema.is(WebhookEventName)) && names.at(-1) === event._tag && names.length === new Set(names).size
      )
    })
  )

  // events-12: A completed case goes as `offboarding.stage_changed` to who subscribes to that name alone, and a failed
  //   run as `revocation.completed`.
  it.prop(
    "an endpoint subscribed to the last name receives every such event, whatever else is true",
    drawn,
    (values) =>
      namesOf(events.revoked(values)).includes("revocation.completed") &&
      namesOf(events.stageChanged(values.status)).includes("offboarding.stage_changed") &&
      namesOf(events.revoked(values)).includes("revocation.failed") === values.failed + values.manualRequired > 0 &&
      namesOf(events.stageChanged(values.status)).includes("offboarding.completed") === (values.status === "completed")
  )
})

describe("Subscribing also needs the scope that reads the event's data", () => {
  it.each(WebhookEventName.literals)("%s", (name) =>
    assert.strictEqual(scopeOf(name), name.startsWith("asset.") ? "employees:read" : "offboardings:read")
  )
  it("names the first scope that is missing", () => {
    assert.deepStrictEqual(
      missingScope(["offboarding.created", "asset.overdue"], ["offboardings:read", "webhooks:write"]),
      {
        scope: "employees:read",
        event: "asset.overdue"
      }
    )
    assert.isUndefined(missingScope(["offboarding.created"], ["offboardings:read"]))
  })
})

const { pause, backoff } = webhookDeliveries
const pauseAfter = pause?.after ?? Number.NaN
const settle = (attemptsBefore: number, attemptAt: DateTime.Utc, result: AttemptResult) =>
  attempts.settle(webhookDeliveries, { attemptsBefore, attemptAt }, result, 0)
const countDead = (consecutiveDead: number, ends: ReadonlyArray<attempts.Settlement["status"]>) =>
  attempts.countDead(pauseAfter, consecutiveDead, ends)

const at = DateTime.makeUnsafe("2026-03-02T09:00:00.123Z")
const answered = (status: number) => AttemptResult.Answered({ status })

describe("Webhook delivery status", () => {
  it.each([200, 201, 204, 299])("attempt answered %i: delivered", (status) => {
    assert.deepStrictEqual(settle(3, at, answered(status)), {
      status: "delivered",
      attempts: 4,
      lastStatusCode: status,
      lastError: null,
      nextAttemptAt: null
    })
  })

  it("up to 7 attempts in all, waiting 1 minute, 5 minutes, 30 minutes, 2 hours, 8 hours, then 24 hours", () => {
    const outcomes = [0, 1, 2, 3, 4, 5, 6].map((before) => settle(before, at, answered(503)))
    assert.deepStrictEqual(
      outcomes.map(({ attempts, status }) => [attempts, status]),
      [
        [1, "failed"],
        [2, "failed"],
        [3, "failed"],
        [4, "failed"],
        [5, "failed"],
        [6, "failed"],
        [7, "dead"]
      ]
    )
    assert.deepStrictEqual(
      outcomes.map(({ nextAttemptAt }) =>
        nextAttemptAt === null ? null : Duration.toMillis(DateTime.distance(at, nextAttemptAt)) / 60_000
      ),
      [1, 5, 30, 120, 480, 1440, null]
    )
  })

  it.each([300, 301, 302, 303, 304, 307, 308, 399])("a redirect (%i): dead at once", (status) => {
    const { attempts, lastStatusCode, nextAttemptAt, status: end } = settle(0, at, answered(status))
    assert.deepStrictEqual([end, attempts, lastStatusCode, nextAttemptAt], ["dead", 1, status, null])
  })

  it("an address no longer public: dead at once", () => {
    const { lastStatusCode, nextAttemptAt, status } = settle(0, at, AttemptResult.Refused())
    assert.deepStrictEqual([status, lastStatusCode, nextAttemptAt], ["dead", null, null])
  })

  it.prop(
    "only a 2xx is delivered, and exactly what failed has a next attempt",
    {
      status: Schema.Int.check(Schema.isBetween({ minimum: 100, maximum: 599 })),
      before: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 6 }))
    },
    ({ before, status }) => {
      const end = settle(before, at, answered(status))
      return (
        (end.status === "delivered") === (status >= 200 && status < 300) &&
        (end.nextAttemptAt !== null) === (end.status === "failed") &&
        (end.lastError === null) === (end.status === "delivered") &&
        end.attempts === before + 1 &&
        (end.status !== "failed" || before < backoff.length)
      )
    }
  )
})

describe("25 dead deliveries in a row pause the endpoint", () => {
  const dead = (count: number) => Array.from({ length: count }, () => "dead" as const)

  it("exactly at the 25th", () => {
    assert.isFalse(countDead(0, dead(24)).reached)
    assert.deepStrictEqual(countDead(24, ["dead"]), { consecutiveDead: 25, reached: true })
  })
  // webhooks-11: One that arrives sets the count back to zero, and so does activating.
  it("a delivery that arrives resets the count", () => {
    assert.deepStrictEqual(countDead(0, [...dead(24), "delivered", ...dead(24)]), {
      consecutiveDead: 24,
      reached: false
    })
  })
  it("a failed one that is tried again changes nothing", () => {
    assert.deepStrictEqual(countDead(24, ["failed"]), { consecutiveDead: 24, reached: false })
  })
  it("a limit that was reached before a later arrival still pauses", () => {
    assert.deepStrictEqual(countDead(24, ["dead", "delivered"]), { consecutiveDead: 0, reached: true })
  })
  it("of two attempts of one delivery that end together only the later one is counted", () => {
    const attempt = (id: string, second: number) => ({
      id: DeliveryId.make(id),
      attempt_at: DateTime.makeUnsafe(second * 1000)
    })
    const one = "11111111-1111-4111-8111-111111111111"
    const other = "22222222-2222-4222-8222-222222222222"
    const [stale, current, elsewhere] = [attempt(one, 1), attempt(one, 2), attempt(other, 1)]
    assert.deepStrictEqual(attempts.newestAttempts([stale, elsewhere, current]), [elsewhere, current])
    assert.deepStrictEqual(attempts.newestAttempts([current, stale]), [current])
  })
  it.prop(
    "however the results are cut into batches",
    { ends: Schema.Array(Schema.Literals(["dead", "dead", "failed", "delivered"])), cut: Schema.Int },
    ({ cut, ends }) => {
      const middle = ends.length === 0 ? 0 : Math.abs(cut) % ends.length
      const first = countDead(20, ends.slice(0, middle))
      const second = countDead(first.consecutiveDead, ends.slice(middle))
      const whole = countDead(20, ends)
      return (
        whole.consecutiveDead === second.consecutiveDead &&
        whole.reached === (first.reached || second.reached) &&
        pauseAfter === 25
      )
    }
  )
})

describe("Redeliver on a pending or delivered delivery, or one whose endpoint is paused, is refused", () => {
  it.each([
    ["pending", true, "DeliveryPending"],
    ["delivered", true, "DeliveryArrived"],
    ["failed", false, "WebhookPaused"],
    ["dead", false, "WebhookPaused"],
    ["pending", false, "DeliveryPending"]
  ] as const)("%s, active %s: %s", (status, active, tag) => {
    const decision = decideRedelivery(status, { active })
    assert.strictEqual(Result.isFailure(decision) ? decision.failure._tag : undefined, tag)
  })
  it.each(["failed", "dead"] as const)("%s and active: sent again", (status) =>
    assert.isTrue(Result.isSuccess(decideRedelivery(status, { active: true })))
  )
})

const Body = Schema.fromJsonString(
  Schema.Struct({
    event: Schema.String,
    timestamp: Schema.String,
    type: Schema.String,
    title: Schema.String,
    body: Schema.String,
    data: Schema.Record(Schema.String, Schema.Json)
  })
)
const readBody = Schema.decodeUnknownSync(Body, { onExcessProperty: "error" })

describe("Payload", () => {
  const fields: ReadonlyArray<readonly [string, DomainEvent, ReadonlyArray<string>]> = [
    ["offboarding.created", events.created, ["offboardingId", "employeeName", "source"]],
    [
      "offboarding.stage_changed",
      events.stageChanged("it_revocation"),
      ["offboardingId", "employeeName", "status", "previousStatus", "source"]
    ],
    [
      "offboarding.completed",
      events.stageChanged("completed"),
      ["offboardingId", "employeeName", "status", "previousStatus", "source"]
    ],
    ["offboarding.deleted", events.deleted, ["offboardingId", "source"]],
    ["revocation.completed", events.revoked(), ["offboardingId", "employeeName", "source", "counts", "results"]],
    [
      "revocation.failed",
      events.revoked({ failed: 1 }),
      ["offboardingId", "employeeName", "source", "counts", "results"]
    ],
    [
      "asset.returned",
      events.assetReturned,
      ["assetId", "itemName", "serialNumber", "category", "employeeId", "source"]
    ],
    [
      "asset.overdue",
      events.assetOverdue,
      ["assetId", "itemName", "serialNumber", "category", "employeeId", "returnDeadline", "daysOverdue"]
    ],
    ["checklist.completed", events.checklistCompleted, ["offboardingId", "employeeName", "source"]],
    [
      "document.signed",
      events.documentSigned,
      ["documentId", "offboardingId", "documentName", "documentType", "source", "provider"]
    ]
  ]
  it.each(fields)("%s carries exactly its data fields", (_, event, names) => {
    const [name] = namesOf(event)
    if (!isOffered(event) || name === undefined) return assert.fail("not offered")
    const body = readBody(renderBody(name, at, contentOf(event)))
    assert.deepStrictEqual(Object.keys(body.data), [...names])
    assert.strictEqual(body.event, name)
    assert.strictEqual(body.timestamp, "2026-03-02T09:00:00.123Z")
    assert.isAbove(body.title.length, 0)
    assert.isAbove(body.body.length, 0)
  })

  it("offboarding.deleted names nobody", () => {
    const event = events.deleted
    if (event._tag !== "offboarding.deleted") return assert.fail("another event")
    assert.notInclude(contentOf(event), "Ada")
  })

  it.prop("any event gives a JSON body whose data is the event without its tag", drawn, (values) =>
    drawnEvents(values).every((event) => {
      const [name] = namesOf(event)
      if (name === undefined || !isOffered(event)) return false
      const { _tag, ...data } = event
      return JSON.stringify(readBody(renderBody(name, at, contentOf(event))).data) === JSON.stringify(data)
    })
  )
})

describe("the signatures of a delivery", () => {
  const id = DeliveryId.make("0b9d3b0e-8b5c-4f4e-9d0a-3a2f6a1c5e7d")
  const sentAt = DateTime.makeUnsafe("2026-03-01T10:00:00.999Z")
  const body = '{"a":"é"}'

  // deliveries-2: `X-Svc-Signature` is `sha256=` and the HMAC-SHA256 of the raw body, keyed with the whole secret,
  //   `whsec_` included.
  it("X-Svc-Signature is the HMAC-SHA256 of the raw body keyed with the whole secret, whsec_ included", () => {
    const expected = createHmac("sha256", "whsec_abc").update(body).digest("hex")
    const headers = signerOf(Redacted.make("whsec_abc")).headersOf({ id, event: "ping", sentAt, body })
    assert.strictEqual(headers["x-svc-signature"], `sha256=${expected}`)
    assert.strictEqual(headers["x-svc-event"], "ping")
    assert.strictEqual(headers["x-svc-delivery"], id)
  })

  it("webhook-signature is that of Standard Webhooks, over id, seconds and body", () => {
    const secret = secretOf("ab".repeat(32))
    const headers = signerOf(Redacted.make(secret)).headersOf({ id, event: "ping", sentAt, body })
    assert.strictEqual(headers["webhook-id"], id)
    assert.strictEqual(headers["webhook-timestamp"], "1772359200")
    const signed = new Webhook(secret).sign(id, new Date(1_772_359_200_000), body)
    assert.strictEqual(headers["webhook-signature"], signed)
  })
})
