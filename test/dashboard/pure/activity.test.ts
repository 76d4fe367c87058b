import { assert, describe, it } from "@effect/vitest"
import { AuditAction } from "@svc/contract/audit/actions"
import { AuditEntry } from "@svc/contract/audit-log/schema"
import { Schema } from "effect"
import { auditActions as deNames } from "../../../packages/dashboard/src/audit/log/actions.de.ts"
import { auditActions as enNames } from "../../../packages/dashboard/src/audit/log/actions.en.ts"
import { did as deDid } from "../../../packages/dashboard/src/offboarding/cases/activity.de.ts"
import { did as enDid } from "../../../packages/dashboard/src/offboarding/cases/activity.en.ts"
import { personActions, sentenceOf } from "../../../packages/dashboard/src/offboarding/cases/activity.ts"
import { cases as deCases } from "../../../packages/dashboard/src/records/de.ts"
import { cases as enCases } from "../../../packages/dashboard/src/records/en.ts"
import { revocations as deRevocations } from "../../../packages/dashboard/src/access-removal/revocations/de.ts"
import { revocations as enRevocations } from "../../../packages/dashboard/src/access-removal/revocations/en.ts"

const words = {
  en: { did: enDid, names: enNames, stages: enCases.stages, outcomes: enRevocations.outcomes },
  de: { did: deDid, names: deNames, stages: deCases.stages, outcomes: deRevocations.outcomes }
}

const entry = (action: string, details = "", given: object = {}) =>
  Schema.decodeUnknownSync(AuditEntry)({
    id: "6f0a2f0e-4a0a-4a4c-9c53-2b1e1d1f0a01",
    action,
    target: "Offboarding of Jonas Berg",
    details,
    created_at: "2026-11-30T18:35:00.000Z",
    is_signed: true,
    actor: { id: "6f0a2f0e-4a0a-4a4c-9c53-2b1e1d1f0a02", full_name: "Sam Okafor" },
    ...given
  })
const byService = { actor: { id: null, full_name: null } }

const said = (of: AuditEntry, language: "en" | "de" = "en") => {
  const { after, before, object, who } = sentenceOf(of, "Jonas Berg", words[language])
  return `${who === undefined ? "" : `${who} `}${before}${object}${after}`
}

describe("activity of an offboarding", () => {
  it("each action of the contract is a sentence in both languages, never a code", () => {
    for (const action of AuditAction.literals) {
      for (const language of ["en", "de"] as const) {
        for (const one of [entry(action), entry(action, "", byService)]) {
          const text = said(one, language)
          assert.match(text, /\p{L}/u, action)
          assert.notInclude(text, "#", action)
          assert.notMatch(text, /\b[a-z]+_[a-z_]+\b/, action)
        }
      }
    }
  })

  it("what a person does is said of the person in both languages", () => {
    for (const action of personActions) {
      assert.notStrictEqual(enDid[action], deDid[action])
      assert.isAtMost(enDid[action].split("#").length, 2, action)
      assert.strictEqual(enDid[action].includes("#"), deDid[action].includes("#"), action)
    }
  })

  it("a stage is named by its name", () => {
    const moved = entry("offboarding_status_changed", "notice_period -> it_revocation")
    assert.strictEqual(said(moved), "Sam Okafor moved this offboarding to Access revocation")
    assert.strictEqual(said(moved, "de"), "Sam Okafor hat diesen Austritt in die Stufe Zugriffsentzug verschoben")
    assert.strictEqual(
      said(entry("offboarding_status_changed", "pending -> notice_period", byService)),
      `${enNames.offboarding_status_changed}: Notice period`
    )
  })

  it("the object is the task, the app, the item or the document, without what surrounds it", () => {
    const task = "Return the badge, and the key: both"
    assert.strictEqual(said(entry("checklist_item_completed", task)), `Sam Okafor completed the task ${task}`)
    assert.strictEqual(
      said(entry("checklist_item_not_needed", `${task}, reason: [erased]`)),
      `Sam Okafor marked the task ${task} as not needed`
    )
    assert.strictEqual(
      said(entry("checklist_item_completed", `${task}: completed automatically`, byService)),
      `${enNames.checklist_item_completed}: ${task}`
    )
    assert.strictEqual(
      said(entry("checklist_item_added", `${task}, assigned to HR`)),
      `Sam Okafor added the task ${task}`
    )
    assert.strictEqual(
      said(entry("access_removal_confirmed", "GitHub: access removed by hand. Reason: done")),
      "Sam Okafor marked GitHub as removed"
    )
    assert.strictEqual(
      said(
        entry("document_uploaded", "type: nda, 12 bytes, sha256: c0c9588f", { target: "Document NDA of Jonas Berg" })
      ),
      "Sam Okafor uploaded a file to NDA"
    )
    assert.strictEqual(
      said(entry("asset_returned", "status: deployed -> returned", { target: "Asset MacBook (C02)" })),
      "Sam Okafor marked MacBook (C02) as returned"
    )
  })

  it("an ended run names each app with its outcome, and a failure is bad", () => {
    const of = (details: string) => entry("access_revoked", details, byService)
    const failed = of("Automatic retry 1 of 7: GitHub: failed (503); Okta: revoked, verified")
    assert.strictEqual(said(failed), `${enNames.access_revoked}: GitHub: Failed, Okta: Revoked`)
    assert.strictEqual(sentenceOf(failed, "", words.en).tone, "bad")
    assert.strictEqual(sentenceOf(of("Started by a member: Okta: revoked, verified"), "", words.en).tone, "good")
  })

  it("what the employee does in the portal is said of the employee", () => {
    assert.strictEqual(said(entry("portal_viewed", "from: 192.0.2.1", byService)), "Jonas Berg opened the portal")
    assert.strictEqual(
      said(entry("portal_task_ticked", "Hand over work: done, by the portal link", byService)),
      "Jonas Berg updated the task Hand over work in the portal"
    )
  })

  it("details that are not understood stay in the audit log", () => {
    const odd = entry("left_behind_accepted", "something else")
    assert.strictEqual(said(odd), enNames.left_behind_accepted)
    assert.strictEqual(said(entry("written_by_a_newer_release", "a -> b")), "written by a newer release")
  })
})
