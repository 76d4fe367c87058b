import { DetailedEvent, SiemEventName, severityOf } from "./events.ts"
import type { AuditFields, RevocationFields, StatusFields } from "./payloads.ts"

const person = {
  actor_id: "2f6a1c1e-5b0e-4c36-9a0b-8d6f4c1a7e20",
  offboarding_id: "7b0e9c52-6a54-4f0e-9d0f-6b8f4d6c1a2e"
}

const entry = (action: string): AuditFields => ({
  audit_id: "c1d9b6f0-3a52-4e6d-8f24-0f7c5a9e2b13",
  action,
  target: "ada.lovelace@example.com",
  details: "The action, as a sentence of the audit log",
  actor_id: person.actor_id,
  actor_name: "Grace Hopper",
  occurred_at: "2026-03-02T09:00:00.000Z"
})

const run = (failed: boolean): RevocationFields => ({
  offboarding_id: person.offboarding_id,
  employee_name: "Ada Lovelace",
  revoked_services: ["github"],
  revocation_results: [
    failed
      ? { service: "github", outcome: "failed", message: "The service answered 403 Forbidden", vendorStatus: 403 }
      : { service: "github", outcome: "revoked", message: "Access is revoked", vendorStatus: null }
  ],
  actor_id: person.actor_id,
  trigger: "app"
})

const move: StatusFields = {
  offboarding_id: person.offboarding_id,
  new_status: "notice_period",
  previous_status: "pending",
  employee_name: "Ada Lovelace",
  employee_email: "ada.lovelace@example.com",
  exit_date: "2026-04-30",
  actor_id: person.actor_id,
  trigger: "app"
}

const detailed = {
  access_revoked: {
    sentWhen: "An access-revocation run ends, started by a member or at the end of the last day",
    fields: { ...entry("access_revoked"), ...run(false) }
  },
  revocation_failed: {
    sentWhen: "Alongside access_revoked, when an app failed or needs manual removal",
    fields: run(true)
  },
  status_changed: {
    sentWhen: "An offboarding moves to another stage, from any source; sent once, not again as its audit entry",
    fields: move
  }
} as const satisfies Readonly<Record<DetailedEvent, unknown>>

const isDetailed = (name: string): name is DetailedEvent => DetailedEvent.literals.some((one) => one === name)

/** What a target may choose to receive, with an example of its payload; null: sent when its action is recorded. */
export const siemEvents = SiemEventName.literals.toSorted().map((name) => {
  const { fields, sentWhen } = isDetailed(name) ? detailed[name] : { fields: entry(name), sentWhen: null }
  return {
    name,
    sentWhen,
    example: {
      event_type: name,
      source: "svc",
      org_id: "5f2b7a10-3c7e-4a55-9f3f-0d5a3f6f1001",
      timestamp: "2026-03-02T09:00:00.000Z",
      severity: severityOf(name),
      ...fields
    }
  }
})
