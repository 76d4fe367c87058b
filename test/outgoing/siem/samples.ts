import type { AuditFields, ChainFields, RevocationFields, StatusFields } from "@svc/contract/siem/payloads"
import { DateTime } from "effect"
import type { SiemEvent } from "#outgoing/siem/event"

const orgId = "5f2b7a10-3c7e-4a55-9f3f-0d5a3f6f1001"
export const offboardingId = "0b9ad9ad-55e1-4c0c-9ef0-5c0d1c2b7f01"
export const queuedAt = DateTime.makeUnsafe("2026-05-04T10:20:31.250Z")

export const chain: ChainFields = { seq: 4711, entry_hash: "a".repeat(64), prev_hash: "b".repeat(64) }

export const anEntry = (changed: Partial<AuditFields> = {}): AuditFields => ({
  audit_id: "7c1f2f0c-6a0e-4f0e-8a39-04ad1f7bd003",
  action: "member_removed",
  target: "bob@acme.test",
  details: "Bob Ray was removed",
  actor_id: "7c1f2f0c-6a0e-4f0e-8a39-04ad1f7bd004",
  actor_name: "Zoë Ö'Neil",
  occurred_at: "2026-05-04T10:20:30.120Z",
  ...changed
})

export const aRun = (changed: Partial<RevocationFields> = {}): RevocationFields => ({
  offboarding_id: offboardingId,
  employee_name: "Bob Ray",
  revoked_services: ["github", "okta", "slack"],
  revocation_results: [
    { service: "github", outcome: "revoked", message: "Access is revoked", vendorStatus: null },
    { service: "okta", outcome: "failed", message: "The app answered 403 Forbidden", vendorStatus: 403 },
    { service: "slack", outcome: "manual_required", message: "Remove it by hand", vendorStatus: null }
  ],
  actor_id: "7c1f2f0c-6a0e-4f0e-8a39-04ad1f7bd004",
  trigger: "app",
  ...changed
})

export const aMove = (changed: Partial<StatusFields> = {}): StatusFields => ({
  offboarding_id: offboardingId,
  new_status: "asset_recovery",
  previous_status: "it_revocation",
  employee_name: "Bob Ray",
  employee_email: "bob.ray@acme.test",
  exit_date: "2026-05-29",
  actor_id: "7c1f2f0c-6a0e-4f0e-8a39-04ad1f7bd004",
  trigger: "api",
  ...changed
})

const event = (of: Pick<SiemEvent, "type" | "content">, changed: Partial<SiemEvent>): SiemEvent => ({
  orgId,
  timestamp: queuedAt,
  chain: null,
  replayed: false,
  ...of,
  ...changed
})

export const entryEvent = (entry: Partial<AuditFields> = {}, changed: Partial<SiemEvent> = {}) =>
  event({ type: "member_removed", content: { _tag: "Entry", entry: anEntry(entry) } }, changed)

/** `access_revoked` as it is sent: the run and its own entry in one. */
export const runEvent = (
  fields: Partial<RevocationFields> = {},
  entry: Partial<AuditFields> | null = {},
  changed: Partial<SiemEvent> = {}
) =>
  event(
    {
      type: "access_revoked",
      content: {
        _tag: "Revocation",
        name: "access_revoked",
        entry: entry === null ? null : anEntry({ action: "access_revoked", target: "Bob Ray", ...entry }),
        fields: aRun(fields)
      }
    },
    changed
  )

export const failedRunEvent = (fields: Partial<RevocationFields> = {}, changed: Partial<SiemEvent> = {}) =>
  event(
    {
      type: "revocation_failed",
      content: { _tag: "Revocation", name: "revocation_failed", entry: null, fields: aRun(fields) }
    },
    changed
  )

export const moveEvent = (fields: Partial<StatusFields> = {}, changed: Partial<SiemEvent> = {}) =>
  event({ type: "status_changed", content: { _tag: "StatusChanged", fields: aMove(fields) } }, changed)

export const testEvent = (message = "A test from Svc", changed: Partial<SiemEvent> = {}) =>
  event({ type: "siem_test", content: { _tag: "Test", message } }, changed)

/** One of every kind that there is. */
export const everyKind = {
  "an audit entry": entryEvent(),
  access_revoked: runEvent(),
  revocation_failed: failedRunEvent(),
  status_changed: moveEvent(),
  siem_test: testEvent(),
  "a replayed entry": entryEvent({}, { replayed: true }),
  "an entry with its place in the chain": entryEvent({}, { chain })
} as const
