import { severityOf } from "@svc/contract/siem/events"
import type { AuditFields, RevocationFields, StatusFields } from "@svc/contract/siem/payloads"
import { DateTime } from "effect"
import type { SiemContent, SiemEvent } from "./event.ts"

/** What happened in each app of a run, by four fields (siem-events-5); whatever else is kept of an app stays here. */
export const resultsOf = (results: RevocationFields["revocation_results"]) =>
  results.map(({ message, outcome, service, vendorStatus }) => ({ service, outcome, message, vendorStatus }))

const ofEntry = (entry: AuditFields) => ({
  audit_id: entry.audit_id,
  action: entry.action,
  target: entry.target,
  details: entry.details,
  actor_id: entry.actor_id,
  actor_name: entry.actor_name,
  ...(entry.api_key_id === undefined ? {} : { api_key_id: entry.api_key_id }),
  occurred_at: entry.occurred_at
})

const ofRun = (fields: RevocationFields) => ({
  offboarding_id: fields.offboarding_id,
  employee_name: fields.employee_name,
  revoked_services: fields.revoked_services,
  revocation_results: resultsOf(fields.revocation_results),
  actor_id: fields.actor_id,
  trigger: fields.trigger
})

const ofStage = (fields: StatusFields) => ({
  offboarding_id: fields.offboarding_id,
  new_status: fields.new_status,
  previous_status: fields.previous_status,
  employee_name: fields.employee_name,
  employee_email: fields.employee_email,
  exit_date: fields.exit_date,
  actor_id: fields.actor_id,
  trigger: fields.trigger,
  ...(fields.bulk === true ? { bulk: true } : {})
})

const fieldsOf = (content: SiemContent) => {
  switch (content._tag) {
    case "Entry":
      return ofEntry(content.entry)
    case "Revocation":
      // The actor is in both; the run's own field is dropped.
      return content.entry === null ? ofRun(content.fields) : { ...ofEntry(content.entry), ...ofRun(content.fields) }
    case "StatusChanged":
      return ofStage(content.fields)
    case "Test":
      return { message: content.message }
  }
}

/**
 * The base envelope with the event's own fields in the same object (siem-events-3). A field that is unknown is null,
 * except `bulk`, `origin` and the chain's, which stand only where they say something.
 */
export const payloadOf = ({ chain, content, orgId, replayed, timestamp, type }: SiemEvent) => ({
  event_type: type,
  source: "svc",
  org_id: orgId,
  timestamp: DateTime.formatIso(timestamp),
  severity: severityOf(type),
  ...fieldsOf(content),
  ...(replayed ? { origin: "batch_export" } : {}),
  ...(chain === null ? {} : { seq: chain.seq, entry_hash: chain.entry_hash, prev_hash: chain.prev_hash })
})

/** The payload as JSON on one line: what every type of target is sent, or has inside. */
export const payloadText = (event: SiemEvent): string => JSON.stringify(payloadOf(event))

/** When it happened, in milliseconds since 1970: of an audit entry when it was written, else when it was queued. */
export const happenedAt = ({ content, timestamp }: SiemEvent): number => {
  const entry = content._tag === "Entry" || content._tag === "Revocation" ? content.entry : null
  const written = entry === null ? Number.NaN : Date.parse(entry.occurred_at)
  return Number.isNaN(written) ? DateTime.toEpochMillis(timestamp) : written
}
