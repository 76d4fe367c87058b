import { assert, describe, it } from "@effect/vitest"
import { SiemEventName } from "@svc/contract/siem/events"
import { siemEvents } from "@svc/contract/siem/reference"
import { Schema } from "effect"
import { payloadText } from "#outgoing/siem/payload"
import {
  aMove,
  anEntry,
  aRun,
  chain,
  entryEvent,
  everyKind,
  failedRunEvent,
  moveEvent,
  runEvent,
  testEvent
} from "./samples.ts"

const read = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))
const payloadOf = (event: Parameters<typeof payloadText>[0]) => read(payloadText(event))

const envelope = {
  source: "svc",
  org_id: "5f2b7a10-3c7e-4a55-9f3f-0d5a3f6f1001",
  timestamp: "2026-05-04T10:20:31.250Z"
}

describe("base envelope on every event", () => {
  for (const [name, event] of Object.entries(everyKind)) {
    // siem-events-3: Every event has `event_type`, `source`, `org_id`, `timestamp` and `severity`.
    it(`event_type, source, org_id, timestamp, severity: ${name}`, () => {
      const payload = payloadOf(event)
      const { event_type, org_id, severity, source, timestamp } = payload
      assert.deepStrictEqual({ source, org_id, timestamp }, envelope)
      assert.strictEqual(event_type, event.type)
      assert.include(["high", "info"], severity)
      assert.deepStrictEqual(Object.keys(payload).slice(0, 5), [
        "event_type",
        "source",
        "org_id",
        "timestamp",
        "severity"
      ])
    })
    it(`on one line: ${name}`, () => assert.notMatch(payloadText(event), /[\r\n]/))
  }
})

describe("event-specific fields merge into the same object", () => {
  // siem-events-4: An entry has `audit_id`, `action`, `target`, `details`, `actor_id`, `actor_name` and `occurred_at`.
  it("an audit entry: audit_id, action, target, details, actor_id, actor_name, occurred_at", () =>
    assert.deepStrictEqual(payloadOf(entryEvent()), {
      event_type: "member_removed",
      severity: "high",
      ...envelope,
      ...anEntry()
    }))

  it("an entry's action is its event_type, also where the name has a dot", () => {
    const payload = payloadOf(entryEvent({ action: "api_key.created" }, { type: "api_key.created" }))
    assert.strictEqual(payload["event_type"], "api_key.created")
    assert.strictEqual(payload["severity"], "info")
  })

  it("revocation_failed: the run's fields, with four of each app, and none of an entry", () =>
    assert.deepStrictEqual(payloadOf(failedRunEvent()), {
      event_type: "revocation_failed",
      severity: "high",
      ...envelope,
      ...read(JSON.stringify(aRun()))
    }))

  it("access_revoked: the same data, and its entry's fields in the same object", () =>
    assert.deepStrictEqual(payloadOf(runEvent()), {
      event_type: "access_revoked",
      severity: "high",
      ...envelope,
      ...anEntry({ action: "access_revoked", target: "Bob Ray" }),
      ...read(JSON.stringify(aRun()))
    }))

  it("access_revoked of an app says what a person does by hand: vendorStatus stays null", () => {
    const { revocation_results } = payloadOf(runEvent())
    assert.deepInclude(revocation_results, {
      service: "slack",
      outcome: "manual_required",
      message: "Remove it by hand",
      vendorStatus: null
    })
  })

  it("what else is kept of an app is not sent", () => {
    const kept = {
      service: "github",
      outcome: "revoked" as const,
      message: "Access is revoked",
      vendorStatus: null,
      verified: true
    }
    assert.notInclude(payloadText(failedRunEvent({ revocation_results: [kept] })), "verified")
  })

  // siem-events-7: `status_changed` has its eight fields, and `bulk: true` for a bulk action only.
  it("status_changed: its eight fields, without bulk", () =>
    assert.deepStrictEqual(payloadOf(moveEvent()), {
      event_type: "status_changed",
      severity: "high",
      ...envelope,
      ...read(JSON.stringify(aMove()))
    }))

  // siem-events-7
  it("bulk: true for a bulk action only", () => {
    assert.strictEqual(payloadOf(moveEvent({ trigger: "bulk", bulk: true }))["bulk"], true)
    assert.notProperty(payloadOf(moveEvent()), "bulk")
  })

  // siem-events-16: A field without a value is null.
  it("a field that is unknown is null", () => {
    assert.isNull(payloadOf(entryEvent({ actor_id: null, actor_name: null }))["actor_id"])
    assert.isNull(payloadOf(moveEvent({ exit_date: null }))["exit_date"])
    assert.isNull(payloadOf(failedRunEvent({ actor_id: null, trigger: "schedule" }))["actor_id"])
  })

  it("siem_test: its message", () =>
    assert.deepStrictEqual(payloadOf(testEvent("Hello")), {
      event_type: "siem_test",
      severity: "info",
      ...envelope,
      message: "Hello"
    }))
})

describe("what stands only where it says something", () => {
  it("origin: batch_export, for an event from a batch export", () => {
    assert.strictEqual(payloadOf(entryEvent({}, { replayed: true }))["origin"], "batch_export")
    assert.notProperty(payloadOf(entryEvent()), "origin")
  })

  it("seq, entry_hash and prev_hash, for a target that asks for them", () => {
    assert.deepInclude(payloadOf(entryEvent({}, { chain })), { ...chain })
    assert.deepInclude(payloadOf(moveEvent({}, { chain })), { ...chain })
    for (const field of Object.keys(chain)) assert.notProperty(payloadOf(entryEvent()), field)
  })
})

it.prop(
  "any text comes back as it was",
  { target: Schema.String, details: Schema.String, name: Schema.String },
  ({ details, name, target }) => {
    const payload = payloadOf(entryEvent({ details, target, actor_name: name }))
    assert.deepInclude(payload, { details, target, actor_name: name })
  }
)

describe("what the catalogue shows of each event", () => {
  const keysOf = (event: Parameters<typeof payloadText>[0]) => Object.keys(payloadOf(event))
  const sent: Readonly<Record<string, ReadonlyArray<string>>> = {
    access_revoked: keysOf(runEvent()),
    revocation_failed: keysOf(failedRunEvent()),
    status_changed: keysOf(moveEvent())
  }

  it("has the fields that are sent, in their order, and the severity", () => {
    for (const { example, name } of siemEvents) {
      assert.deepStrictEqual(Object.keys(example), sent[name] ?? keysOf(entryEvent()), name)
      const { event_type, severity } = payloadOf(entryEvent({ action: name }, { type: name }))
      assert.deepStrictEqual({ event_type, severity }, { event_type: example.event_type, severity: example.severity })
    }
  })

  it("names every event that a target can choose", () =>
    assert.sameMembers(
      siemEvents.map(({ name }) => name),
      [...SiemEventName.literals]
    ))
})
