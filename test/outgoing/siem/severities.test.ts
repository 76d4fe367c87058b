import { assert, describe, it } from "@effect/vitest"
import { AuditAction } from "@svc/contract/audit/actions"
import { DetailedEvent, severityOf } from "@svc/contract/siem/events"
import { cefOf } from "#outgoing/siem/cef"
import { payloadOf } from "#outgoing/siem/payload"
import { parseCef } from "./cef-parser.ts"
import { entryEvent, everyKind } from "./samples.ts"

const high = [
  "access_revoked",
  "revocation_failed",
  "status_changed",
  "offboarding_deleted",
  "member_removed",
  "audit_log_exported",
  "login_failed",
  "checklist_completed"
]

const everyType = new Set<string>([...AuditAction.literals, ...DetailedEvent.literals, "siem_test"])

describe("severity high", () => {
  for (const name of high) {
    it(name, () => {
      assert.isTrue(everyType.has(name), `${name} is an event that can happen`)
      assert.strictEqual(severityOf(name), "high")
    })
  }
})

// siem-events-8
it("everything else, including siem_test, is info", () => {
  const others = [...everyType].filter((name) => !high.includes(name))
  assert.include(others, "siem_test")
  for (const name of others) assert.strictEqual(severityOf(name), "info", name)
})

it("a name that no action has is info, even one that objects inherit", () => {
  for (const name of ["constructor", "toString", "__proto__", ""]) assert.strictEqual(severityOf(name), "info")
})

// cef-2
describe("severity is 7 for high and 3 for info", () => {
  it("in the header and in cat as in the payload, for every audit action", () => {
    for (const action of AuditAction.literals) {
      const event = entryEvent({ action }, { type: action })
      const { extension, header } = parseCef(cefOf(event))
      assert.strictEqual(header.severity, high.includes(action) ? "7" : "3", action)
      assert.strictEqual(extension.get("cat"), high.includes(action) ? "high" : "info", action)
      assert.strictEqual(payloadOf(event).severity, extension.get("cat"), action)
    }
  })
  it("of the detailed events and of siem_test", () => {
    for (const kind of ["access_revoked", "revocation_failed", "status_changed"] as const) {
      assert.strictEqual(parseCef(cefOf(everyKind[kind])).header.severity, "7", kind)
    }
    assert.strictEqual(parseCef(cefOf(everyKind.siem_test)).header.severity, "3")
  })
})
