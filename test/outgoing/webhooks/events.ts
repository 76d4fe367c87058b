import { DomainEvent } from "@svc/contract/events"
import { Schema } from "effect"

const decode = Schema.decodeUnknownSync(Schema.toCodecJson(DomainEvent))

const offboardingId = "0b9ad9ad-55e1-4c0c-9ef0-5c0d1c2b7f01"
const person = { offboardingId, employeeName: "Ada Lovelace" }
const asset = {
  assetId: "7c1f2f0c-6a0e-4f0e-8a39-04ad1f7bd001",
  itemName: "ThinkPad X1",
  serialNumber: "PF-1234",
  category: "laptop",
  employeeId: "7c1f2f0c-6a0e-4f0e-8a39-04ad1f7bd002"
}

export const created = decode({ _tag: "offboarding.created", ...person, source: "api" })

export const stageChanged = (status: string) =>
  decode({ _tag: "offboarding.stage_changed", ...person, status, previousStatus: "pending", source: "app" })

export const deleted = decode({ _tag: "offboarding.deleted", offboardingId, source: "bulk" })

export const revoked = (counts: { readonly failed?: number; readonly manualRequired?: number } = {}) =>
  decode({
    _tag: "revocation.completed",
    ...person,
    source: "schedule",
    counts: { revoked: 1, failed: 0, manualRequired: 0, skipped: 0, ...counts },
    results: [{ service: "github", outcome: "revoked", message: "Removed", vendorStatus: null, verified: true }]
  })

export const assetReturned = decode({ _tag: "asset.returned", ...asset, source: "shipment" })

export const assetOverdue = decode({ _tag: "asset.overdue", ...asset, returnDeadline: "2026-02-27", daysOverdue: 3 })

export const checklistCompleted = decode({ _tag: "checklist.completed", ...person, source: "linked" })

export const documentSigned = decode({
  _tag: "document.signed",
  documentId: "7c1f2f0c-6a0e-4f0e-8a39-04ad1f7bd003",
  offboardingId,
  documentName: "Exit agreement",
  documentType: "agreement",
  source: "manual",
  provider: null
})

export const autoDisabled = decode({
  _tag: "webhook.auto_disabled",
  webhookId: "7c1f2f0c-6a0e-4f0e-8a39-04ad1f7bd004",
  host: "hooks.example.com"
})
