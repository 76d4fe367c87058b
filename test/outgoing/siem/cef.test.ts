import { assert, describe, it } from "@effect/vitest"
import { AuditAction } from "@svc/contract/audit/actions"
import { Schema } from "effect"
import { cefOf } from "#outgoing/siem/cef"
import { readableName } from "#outgoing/siem/entry-sentences"
import type { SiemEvent } from "#outgoing/siem/event"
import { parseCef, readableOf } from "./cef-parser.ts"
import {
  aRun,
  chain,
  entryEvent,
  everyKind,
  failedRunEvent,
  moveEvent,
  offboardingId,
  queuedAt,
  runEvent,
  testEvent
} from "./samples.ts"

const valueOf = (event: SiemEvent, key: string) => parseCef(cefOf(event)).extension.get(key)
const customOf = (event: SiemEvent, label: string) => parseCef(cefOf(event)).labelled.get(label)

describe("header CEF:0|Svc|Svc|1.0|<event_type>|<readable name>|<severity number>|", () => {
  // cef-2: One line an event, with the header `CEF:0|Svc|Svc|1.0|type|name|severity|`, 7 for high and 3 for info.
  it("of an audit entry, and the extensions follow at once", () =>
    assert.match(cefOf(entryEvent()), /^CEF:0\|Svc\|Svc\|1\.0\|member_removed\|Member removed\|7\|rt=\d+ act=/))

  for (const [kind, event] of Object.entries(everyKind)) {
    it(`one line that a strict reader takes: ${kind}`, () => {
      const { header } = parseCef(cefOf(event))
      assert.deepInclude(header, { vendor: "Svc", product: "Svc", deviceVersion: "1.0", eventType: event.type })
    })
  }

  it("the readable name is words: API key created, SSO configured, SIEM test", () => {
    assert.strictEqual(readableName("api_key.created"), "API key created")
    assert.strictEqual(readableName("sso.configured"), "SSO configured")
    assert.strictEqual(readableName("azure_ad_synced"), "Azure AD synced")
    assert.strictEqual(readableName("siem_test"), "SIEM test")
    assert.strictEqual(readableName("status_changed"), "Status changed")
  })

  it("each action's readable name is its own", () => {
    const names = AuditAction.literals.map(readableName)
    for (const name of names) assert.match(name, /^[A-Z][A-Za-z ]+$/)
    assert.strictEqual(new Set(names).size, names.length)
  })
})

describe("keys", () => {
  // cef-4: `rt` is `occurred_at`, else `timestamp`, in milliseconds.
  it("rt: occurred_at, in milliseconds since 1970", () =>
    assert.strictEqual(valueOf(entryEvent(), "rt"), String(Date.parse("2026-05-04T10:20:30.120Z"))))
  it("rt: else timestamp", () => {
    for (const event of [moveEvent(), failedRunEvent(), testEvent()]) {
      assert.strictEqual(valueOf(event, "rt"), String(queuedAt.epochMilliseconds))
    }
  })
  it("act, cat: event_type, severity", () => {
    assert.strictEqual(valueOf(entryEvent(), "act"), "member_removed")
    assert.strictEqual(valueOf(entryEvent(), "cat"), "high")
    assert.strictEqual(valueOf(testEvent(), "act"), "siem_test")
    assert.strictEqual(valueOf(testEvent(), "cat"), "info")
  })
  it("suser, suid: actor_name, actor_id", () => {
    assert.strictEqual(valueOf(entryEvent(), "suser"), "Zoë Ö'Neil")
    assert.strictEqual(valueOf(entryEvent(), "suid"), "7c1f2f0c-6a0e-4f0e-8a39-04ad1f7bd004")
    assert.strictEqual(valueOf(runEvent(), "suser"), "Zoë Ö'Neil")
  })
  it("suid without suser, for an event that knows no actor_name", () => {
    for (const event of [moveEvent(), failedRunEvent()]) {
      assert.strictEqual(valueOf(event, "suid"), "7c1f2f0c-6a0e-4f0e-8a39-04ad1f7bd004")
      assert.isUndefined(valueOf(event, "suser"))
    }
  })
  // cef-5: `act`, `cat`, `suser`, `suid`, `duser`, `dntdom`, `duid`, `externalId` and `msg` say what they are
  //   documented to say.
  it("duser, dntdom, duid: employee_name, domain of employee_email, offboarding_id", () => {
    assert.strictEqual(valueOf(moveEvent(), "duser"), "Bob Ray")
    assert.strictEqual(valueOf(moveEvent(), "dntdom"), "acme.test")
    assert.strictEqual(valueOf(moveEvent(), "duid"), offboardingId)
    assert.strictEqual(valueOf(failedRunEvent(), "duser"), "Bob Ray")
    assert.strictEqual(valueOf(failedRunEvent(), "duid"), offboardingId)
  })
  it("dntdom of an erased person is left out", () =>
    assert.isUndefined(valueOf(moveEvent({ employee_name: "[erased]", employee_email: "[erased]" }), "dntdom")))
  // cef-5
  it("externalId: audit_id for an audit event", () =>
    assert.strictEqual(valueOf(entryEvent(), "externalId"), "7c1f2f0c-6a0e-4f0e-8a39-04ad1f7bd003"))
  it("externalId: else offboarding_id", () => {
    for (const event of [runEvent(), failedRunEvent(), moveEvent()]) {
      assert.strictEqual(valueOf(event, "externalId"), offboardingId)
    }
  })
  it("msg: details for an audit event", () => assert.strictEqual(valueOf(entryEvent(), "msg"), "Bob Ray was removed"))
  it("msg: a summary for a revocation or status change", () => {
    assert.strictEqual(
      valueOf(runEvent(), "msg"),
      "Access revocation ended for 3 apps: 1 revoked, 1 failed, 1 to be removed manually"
    )
    assert.strictEqual(
      valueOf(failedRunEvent(), "msg"),
      "Access could not be revoked in every one of 3 apps: 1 revoked, 1 failed, 1 to be removed manually"
    )
    assert.strictEqual(valueOf(moveEvent(), "msg"), "The offboarding moved from it_revocation to asset_recovery")
  })
  it("msg: an app that the run was cut off before counts as failed, one that does not know the person as skipped", () => {
    const result = { service: "okta", message: "-", vendorStatus: null }
    const revocation_results = [
      { ...result, outcome: "stopped" as const },
      { ...result, outcome: "skipped" as const }
    ]
    assert.strictEqual(
      valueOf(runEvent({ revoked_services: ["okta"], revocation_results }), "msg"),
      "Access revocation ended for 1 app: 1 failed, 1 skipped"
    )
  })
  it("msg: the test's message", () => assert.strictEqual(valueOf(testEvent("Hello"), "msg"), "Hello"))
  it("cs1 (orgId): org_id", () => {
    for (const event of Object.values(everyKind)) assert.strictEqual(customOf(event, "orgId"), event.orgId)
    assert.strictEqual(valueOf(entryEvent(), "cs1Label"), "orgId")
  })
  it("cs2 (target): the audit entry target", () => {
    assert.strictEqual(valueOf(entryEvent(), "cs2Label"), "target")
    assert.strictEqual(valueOf(entryEvent(), "cs2"), "bob@acme.test")
    assert.isUndefined(valueOf(moveEvent(), "cs2"))
  })
  it("cs3 (trigger): trigger", () => {
    assert.strictEqual(valueOf(moveEvent({ trigger: "bulk", bulk: true }), "cs3"), "bulk")
    assert.strictEqual(customOf(failedRunEvent({ trigger: "schedule" }), "trigger"), "schedule")
    assert.isUndefined(valueOf(entryEvent(), "cs3"))
  })
  // cef-6: `cs1` to `cs5`, `cn1` and `flexString1` carry their labels.
  it("cs4 (statusChange): previous_status -> new_status", () => {
    assert.strictEqual(valueOf(moveEvent(), "cs4"), "it_revocation -> asset_recovery")
    assert.strictEqual(valueOf(moveEvent(), "cs4Label"), "statusChange")
  })
  it("cn1 (appsInRun): number of apps in the run", () => {
    assert.strictEqual(valueOf(runEvent(), "cn1"), "3")
    assert.strictEqual(valueOf(runEvent(), "cn1Label"), "appsInRun")
  })
  // cef-6
  it("flexString1 (revocationResults): per-app results as JSON", () => {
    assert.strictEqual(valueOf(runEvent(), "flexString1Label"), "revocationResults")
    assert.deepStrictEqual(JSON.parse(valueOf(runEvent(), "flexString1") ?? ""), aRun().revocation_results)
  })
  it("cs5 (origin): batch_export for an event from a batch export", () => {
    assert.strictEqual(customOf(entryEvent({}, { replayed: true }), "origin"), "batch_export")
    assert.strictEqual(valueOf(entryEvent({}, { replayed: true }), "cs5Label"), "origin")
    assert.isUndefined(valueOf(entryEvent(), "cs5"))
  })
  // cef-11: The chain fields are `cn2`, `cs6` and `flexString2`.
  it("the chain's fields, for a target that asks for them: cn2 (seq), cs6 (entryHash), flexString2 (prevHash)", () => {
    const { labelled } = parseCef(cefOf(entryEvent({}, { chain })))
    assert.strictEqual(labelled.get("seq"), "4711")
    assert.strictEqual(labelled.get("entryHash"), chain.entry_hash)
    assert.strictEqual(labelled.get("prevHash"), chain.prev_hash)
    assert.isUndefined(valueOf(entryEvent(), "cn2"))
  })
})

// cef-8: What an event lacks is left out.
describe("fields an event lacks are left out", () => {
  it("with their labels, be they null or empty", () => {
    const bare = entryEvent({ actor_id: null, actor_name: null, target: "", details: "" })
    assert.deepStrictEqual(parseCef(cefOf(bare)).keys, ["rt", "act", "cat", "externalId", "cs1Label", "cs1"])
  })
  it("of a run without results", () => {
    const { keys } = parseCef(cefOf(failedRunEvent({ revocation_results: [], actor_id: null, employee_name: null })))
    assert.notIncludeMembers([...keys], ["flexString1"])
    assert.notIncludeMembers([...keys], ["suid"])
    assert.notIncludeMembers([...keys], ["duser"])
  })
  it("the test event has the message and the organisation, nothing more", () =>
    assert.deepStrictEqual(parseCef(cefOf(testEvent())).keys, ["rt", "act", "cat", "msg", "cs1Label", "cs1"]))
})

describe("escaping", () => {
  // cef-7: Header and values are escaped by their own rules; a line break is `\n`.
  it("in values = and backslash are escaped with a backslash, | is not", () =>
    assert.include(cefOf(entryEvent({ details: "a=b|c\\d" })), " msg=a\\=b|c\\\\d cs1Label="))
  it("a line break becomes \\n", () => {
    const line = cefOf(entryEvent({ details: "one\ntwo" }))
    assert.include(line, " msg=one\\ntwo cs1Label=")
    assert.notMatch(line, /\n/)
  })
  it("a carriage return becomes \\r", () =>
    assert.include(cefOf(entryEvent({ details: "one\r\ntwo" })), " msg=one\\r\\ntwo cs1Label="))
  // cef-9: Every character that a reader could take for a line end becomes `\n`, in the header a space.
  it("whatever else a reader may split a line at becomes \\n, in the header a space", () => {
    const breaks = "\v\f\x1c\x1d\x1e\x85\u2028\u2029"
    const line = cefOf(entryEvent({ details: `one${breaks}CEF:0|Svc|two`, action: `member${breaks}removed` }))
    assert.include(line, ` msg=one${"\\n".repeat(breaks.length)}CEF:0|Svc|two cs1Label=`)
    assert.notMatch(line, /[\p{Cc}\u2028\u2029]/u)
  })
  // cef-10: Any other control character is sent as its number.
  it("any other control character is told by its number", () => {
    const line = cefOf(entryEvent({ details: "a\u001b[31mb\u0000\u009bc" }))
    assert.include(line, " msg=a\\\\u001b[31mb\\\\u0000\\\\u009bc cs1Label=")
    assert.strictEqual(valueOf(entryEvent({ details: "a\u001bb" }), "msg"), "a\\u001bb")
  })
  it("a backslash before an n stays one", () =>
    assert.strictEqual(valueOf(entryEvent({ details: "C:\\new" }), "msg"), "C:\\new"))
  it("nobody forges a key by a text", () => {
    const { extension } = parseCef(cefOf(entryEvent({ details: "x act=login cs1=elsewhere\nCEF:0|Evil|" })))
    assert.strictEqual(extension.get("act"), "member_removed")
    assert.strictEqual(extension.get("msg"), "x act=login cs1=elsewhere\nCEF:0|Evil|")
  })
  it("results that have quotes, backslashes, = and line breaks read back as JSON", () => {
    const message = 'He said "a=b" \\ and\r\nleft'
    const results = [{ service: "x=y|z", outcome: "failed" as const, message, vendorStatus: 500 }]
    assert.deepStrictEqual(
      JSON.parse(valueOf(failedRunEvent({ revocation_results: results }), "flexString1") ?? ""),
      results
    )
  })
})

describe("the strict reader of these tests refuses", () => {
  const head = "CEF:0|Svc|Svc|1.0|a|A|3|"
  const wrong: Readonly<Record<string, string>> = {
    "an equals sign that is not escaped": `${head}rt=1 msg=a =b`,
    "a key of nobody's": `${head}rt=1 msg=a b=c`,
    "a backslash that escapes nothing": `${head}rt=1 msg=C:\\dir`,
    "a backslash at the end": `${head}rt=1 msg=a\\`,
    "a line break": `${head}rt=1 msg=a\nb`,
    "a carriage return": `${head}rt=1 msg=a\rb`,
    "a repeated key": `${head}rt=1 msg=a msg=b`,
    "a custom key without its label": `${head}rt=1 cs1=a`,
    "a label without its value": `${head}rt=1 cs1Label=a`,
    "an empty value": `${head}rt=1 msg= act=b`,
    "a number that is none": `${head}rt=today`,
    "a pipe too many in the header": "CEF:0|Svc|Svc|1.0|a|A|B|3|rt=1",
    "a header that is too short": "CEF:0|Svc|Svc|1.0|a|3|rt=1",
    "another version": "CEF:1|Svc|Svc|1.0|a|A|3|rt=1"
  }
  for (const [what, line] of Object.entries(wrong)) it(what, () => void assert.throws(() => parseCef(line)))
  it("and takes what is escaped in the header", () =>
    assert.strictEqual(parseCef("CEF:0|Svc|Svc|1.0|a|x \\| y \\\\ z|3|rt=1").header.name, "x | y \\ z"))
})

describe("any text survives the round trip", () => {
  const nasty = Schema.Array(
    Schema.Literals([
      "a",
      " ",
      "=",
      "|",
      "\\",
      "\n",
      "\r",
      "\r\n",
      "\\n",
      "\\=",
      " msg=",
      " cs1Label=orgId cs1=x",
      "CEF:0|",
      "\t",
      "\u0000",
      "\u2028",
      "\u0085",
      "é",
      "👩‍💻",
      "𝕏",
      "%n",
      '"',
      "\u001b[31m"
    ])
  )
  const texts = { details: Schema.String, target: Schema.String, name: Schema.String, id: Schema.String }
  const pieces = { details: nasty, target: nasty, name: nasty, id: nasty }

  const survives = (given: { details: string; target: string; name: string; id: string }) => {
    const event = entryEvent(
      { details: given.details, target: given.target, actor_name: given.name, actor_id: given.id },
      { replayed: true, chain }
    )
    const { extension } = parseCef(cefOf(event))
    const read = {
      details: extension.get("msg") ?? "",
      target: extension.get("cs2") ?? "",
      name: extension.get("suser") ?? "",
      id: extension.get("suid") ?? ""
    }
    assert.deepStrictEqual(read, {
      details: readableOf(given.details),
      target: readableOf(given.target),
      name: readableOf(given.name),
      id: readableOf(given.id)
    })
  }

  it.prop("of an entry: any text", texts, (given) => survives(given))

  it.prop("of an entry: everything that means something in CEF", pieces, (given) =>
    survives({
      details: given.details.join(""),
      target: given.target.join(""),
      name: given.name.join(""),
      id: given.id.join("")
    })
  )

  it.prop(
    "of a run: names, apps and messages",
    { employee: nasty, service: nasty, message: nasty },
    ({ employee, message, service }) => {
      const app = service.join("")
      const results = [{ service: app, outcome: "failed" as const, message: message.join(""), vendorStatus: null }]
      const event = failedRunEvent({
        employee_name: employee.join(""),
        revoked_services: [app],
        revocation_results: results
      })
      const { extension } = parseCef(cefOf(event))
      assert.strictEqual(extension.get("duser") ?? "", readableOf(employee.join("")))
      assert.deepStrictEqual(JSON.parse(extension.get("flexString1") ?? ""), results)
    }
  )

  it.prop("of a move: the name and the address's domain", { name: nasty, domain: nasty }, ({ domain, name }) => {
    const event = moveEvent({ employee_name: name.join(""), employee_email: `bob@${domain.join("")}` })
    const { extension } = parseCef(cefOf(event))
    assert.strictEqual(extension.get("duser") ?? "", readableOf(name.join("")))
    assert.strictEqual(extension.get("dntdom") ?? "", readableOf(domain.join("")))
  })

  it.prop("as the bytes that are sent", { details: nasty }, ({ details }) => {
    const text = details.join("").toWellFormed()
    const sent = Buffer.from(cefOf(entryEvent({ details: text })), "utf8")
    assert.strictEqual(parseCef(sent.toString("utf8")).extension.get("msg") ?? "", readableOf(text))
  })

  it("spaces at both ends, and nothing but a space", () => {
    assert.strictEqual(valueOf(entryEvent({ details: "  two  ", target: " " }), "msg"), "  two  ")
    assert.strictEqual(valueOf(entryEvent({ details: "  two  ", target: " " }), "cs2"), " ")
  })
})
