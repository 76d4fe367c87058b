import { assert, describe, it, layer } from "#test/support/suite"
import { DomainEvent, WebhookEventName } from "@svc/contract/events"
import { DateTime, Effect, Result, Schema } from "effect"
import { TestClock } from "effect/testing"
import { DeliveryEngine } from "#outgoing/webhooks/engine"
import { anOrganisation } from "#test/support/people"
import { aReceiver } from "./receiver.ts"
import { aWebhook, happen, WebhooksServices } from "./support.ts"

const decode = Schema.decodeUnknownResult(Schema.toCodecJson(DomainEvent))

const offboardingId = "0b9ad9ad-55e1-4c0c-9ef0-5c0d1c2b7f01"
const asset = {
  assetId: "7c1f2f0c-6a0e-4f0e-8a39-04ad1f7bd001",
  itemName: `ThinkPad "X1"`,
  serialNumber: "PF-1234",
  category: "laptop",
  employeeId: "7c1f2f0c-6a0e-4f0e-8a39-04ad1f7bd002"
}
const stage = { offboardingId, employeeName: "Zoë Ö'Neil", previousStatus: "asset_recovery", source: "api" }
const run = { offboardingId, employeeName: "Zoë Ö'Neil", source: "schedule" }
const removed = { service: "github", outcome: "revoked", message: "Removed", vendorStatus: null, verified: true }
const refused = {
  service: "okta",
  outcome: "failed",
  message: "The app answered 403 Forbidden",
  vendorStatus: 403,
  verified: false
}
const never = {
  service: "slack",
  outcome: "failed",
  message: "Not attempted: the run reached its time limit",
  vendorStatus: null,
  verified: false
}
const document = {
  documentId: "7c1f2f0c-6a0e-4f0e-8a39-04ad1f7bd003",
  offboardingId,
  documentName: "Exit agreement",
  documentType: "agreement",
  source: "provider",
  provider: "docusign"
}

interface Kind {
  readonly name: WebhookEventName
  /** The name under which it stands in the outbox. */
  readonly recordedAs: DomainEvent["_tag"]
  /** The documented table, with a value of each field. */
  readonly data: Readonly<Record<string, Schema.Json>>
  readonly summary: { readonly title: string; readonly body: string }
  /** Every value that is documented for `source`. */
  readonly sources: ReadonlyArray<string> | null
  readonly nullable: ReadonlyArray<string>
}

const kinds: ReadonlyArray<Kind> = [
  {
    name: "offboarding.created",
    recordedAs: "offboarding.created",
    data: { offboardingId, employeeName: "Zoë Ö'Neil", source: "contract_expiry" },
    summary: { title: "Offboarding created", body: "The offboarding of Zoë Ö'Neil was created" },
    sources: ["app", "clone", "bulk", "csv", "hris", "initiation", "api", "slack", "scim", "contract_expiry"],
    nullable: []
  },
  {
    name: "offboarding.stage_changed",
    recordedAs: "offboarding.stage_changed",
    data: { ...stage, status: "notice_period" },
    summary: {
      title: "Offboarding stage changed",
      body: "The offboarding of Zoë Ö'Neil moved from asset recovery to notice period"
    },
    sources: ["app", "bulk", "api", "automation", "schedule"],
    nullable: []
  },
  {
    name: "offboarding.completed",
    recordedAs: "offboarding.stage_changed",
    data: { ...stage, status: "completed" },
    summary: { title: "Offboarding completed", body: "The offboarding of Zoë Ö'Neil is completed" },
    sources: ["app", "bulk", "api", "automation", "schedule"],
    nullable: []
  },
  {
    name: "offboarding.deleted",
    recordedAs: "offboarding.deleted",
    data: { offboardingId, source: "retention" },
    summary: { title: "Offboarding deleted", body: "An offboarding was deleted" },
    sources: ["app", "bulk", "retention"],
    nullable: []
  },
  {
    name: "revocation.completed",
    recordedAs: "revocation.completed",
    data: { ...run, counts: { revoked: 1, failed: 0, manualRequired: 0, skipped: 0 }, results: [removed] },
    summary: {
      title: "Access revocation completed",
      body: "Access of Zoë Ö'Neil: 1 revoked, 0 failed, 0 to remove manually, 0 skipped"
    },
    sources: ["app", "schedule"],
    nullable: []
  },
  {
    name: "revocation.failed",
    recordedAs: "revocation.completed",
    data: {
      ...run,
      counts: { revoked: 1, failed: 2, manualRequired: 0, skipped: 0 },
      results: [removed, refused, never]
    },
    summary: {
      title: "Access revocation needs attention",
      body: "Access of Zoë Ö'Neil: 1 revoked, 2 failed, 0 to remove manually, 0 skipped"
    },
    sources: ["app", "schedule"],
    nullable: []
  },
  {
    name: "asset.returned",
    recordedAs: "asset.returned",
    data: { ...asset, source: "shipment" },
    summary: { title: "Asset returned", body: `ThinkPad "X1" (serial number PF-1234) was returned` },
    sources: ["shipment", "manual", "bulk"],
    nullable: ["employeeId"]
  },
  {
    name: "asset.overdue",
    recordedAs: "asset.overdue",
    data: { ...asset, returnDeadline: "2026-02-27", daysOverdue: 3 },
    summary: {
      title: "Asset overdue",
      body: `ThinkPad "X1" (serial number PF-1234) was due on 2026-02-27 and is 3 days overdue`
    },
    sources: null,
    nullable: ["employeeId"]
  },
  {
    name: "checklist.completed",
    recordedAs: "checklist.completed",
    data: { offboardingId, employeeName: "Zoë Ö'Neil", source: "it_ticket" },
    summary: { title: "Checklist completed", body: "The checklist of Zoë Ö'Neil has no open task left" },
    sources: ["app", "linked", "it_ticket"],
    nullable: []
  },
  {
    name: "document.signed",
    recordedAs: "document.signed",
    data: document,
    summary: { title: "Document signed", body: "Exit agreement was signed" },
    sources: ["provider", "manual"],
    nullable: ["provider"]
  }
]

const recorded = (kind: Kind, changes: Readonly<Record<string, Schema.Json>> = {}) =>
  decode({ _tag: kind.recordedAs, ...kind.data, ...changes })

const accepted = (kind: Kind, changes: Readonly<Record<string, Schema.Json>>) =>
  Result.isSuccess(recorded(kind, changes))

/** Every literal that some event's `source` takes: what one of them refuses is another's. */
const everySource = [...new Set(kinds.flatMap(({ sources }) => sources ?? [])), "public", ""]

describe("Payload: the documented fields, their values and which may be null", () => {
  // payloads-2: `data` has the documented fields of each event, with their values and those that may be null.
  it("all ten names", () =>
    assert.deepStrictEqual(
      kinds.map(({ name }) => name),
      [...WebhookEventName.literals]
    ))

  it.each(kinds.map((kind) => [kind.name, kind] as const))("%s", (_, kind) => {
    assert.isTrue(accepted(kind, {}))
    for (const field of Object.keys(kind.data)) {
      const { [field]: _missing, ...rest } = kind.data
      assert.isTrue(Result.isFailure(decode({ _tag: kind.recordedAs, ...rest })), `without ${field}`)
      assert.strictEqual(accepted(kind, { [field]: null }), kind.nullable.includes(field), `${field} null`)
    }
    if (kind.sources === null) return
    for (const source of everySource) {
      assert.strictEqual(accepted(kind, { source }), kind.sources.includes(source), `source ${source}`)
    }
  })

  // payloads-4: `provider` of `document.signed` is one of three identifiers, or null when signed by hand.
  it("document.signed: provider is one of three identifiers, or null", () => {
    const kind = kinds.find(({ name }) => name === "document.signed")
    if (kind === undefined) return assert.fail("no such event")
    for (const provider of ["docusign", "adobe_sign", "dropbox_sign"]) assert.isTrue(accepted(kind, { provider }))
    for (const provider of ["adobe-sign", "hellosign", ""]) assert.isFalse(accepted(kind, { provider }))
  })

  it("asset.*: category is one of the documented", () => {
    const kind = kinds.find(({ name }) => name === "asset.returned")
    if (kind === undefined) return assert.fail("no such event")
    for (const category of ["laptop", "monitor", "phone", "badge", "peripheral", "other"])
      assert.isTrue(accepted(kind, { category }))
    assert.isFalse(accepted(kind, { category: "car" }))
  })
})

layer(WebhooksServices)("Payload on the wire", (it) => {
  // payloads-1
  it.effect.each(kinds)("$name: event, timestamp, type, title, body and data, and nothing else", function* (kind) {
    const orgId = yield* anOrganisation()
    const receiver = yield* aReceiver()
    yield* aWebhook(orgId, receiver.url)
    const recordedAt = yield* DateTime.now
    yield* happen(orgId, yield* Effect.fromResult(recorded(kind)))
    yield* TestClock.adjust("1 second")
    const engine = yield* DeliveryEngine
    assert.deepStrictEqual(yield* engine.drain(orgId), { delivered: 1, failed: 0, dead: 0 })
    assert.lengthOf(receiver.received, 1)
    const [request] = receiver.received
    const body = yield* Schema.decodeEffect(Schema.fromJsonString(Schema.Json))(request?.body ?? "")
    assert.deepStrictEqual(body, {
      event: kind.name,
      timestamp: DateTime.formatIso(recordedAt),
      type: kind.recordedAs.replace(".", "_"),
      ...kind.summary,
      data: kind.data
    })
    assert.strictEqual(request?.event, kind.name)
  })

  it.effect.each(kinds.filter(({ nullable }) => nullable.length > 0))(
    "$name with null where it may be",
    function* (kind) {
      const orgId = yield* anOrganisation()
      const receiver = yield* aReceiver()
      yield* aWebhook(orgId, receiver.url)
      const none = Object.fromEntries(kind.nullable.map((field) => [field, null]))
      yield* happen(orgId, yield* Effect.fromResult(recorded(kind, none)))
      yield* Effect.flatMap(DeliveryEngine, (engine) => engine.drain(orgId))
      const body = yield* Schema.decodeEffect(Schema.fromJsonString(Schema.Struct({ data: Schema.Json })))(
        receiver.received[0]?.body ?? ""
      )
      assert.deepStrictEqual(body.data, { ...kind.data, ...none })
    }
  )
})
