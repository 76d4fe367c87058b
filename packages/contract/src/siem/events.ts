import { Schema } from "effect"
import { AuditAction } from "../audit/actions.ts"

/** Events that say more than an audit entry does (siem-events-5 to siem-events-7). */
export const DetailedEvent = Schema.Literals(["access_revoked", "revocation_failed", "status_changed"])
export type DetailedEvent = typeof DetailedEvent.Type

/**
 * Entries about a move to another stage: sent once, as `status_changed`, never under these names; a batch export
 * replays them as entries.
 */
export const stageActions = [
  "offboarding_status_changed",
  "offboarding_cancelled"
] as const satisfies ReadonlyArray<AuditAction>

const isStageAction = (name: string) => stageActions.some((action) => action === name)

/** What a target may choose to receive: every audit action as it is sent, and the detailed events; by name. */
export const SiemEventName = Schema.Literals(
  [...new Set([...AuditAction.literals, ...DetailedEvent.literals])].filter(
    (name): name is Exclude<AuditAction, (typeof stageActions)[number]> | DetailedEvent => !isStageAction(name)
  )
).annotate({ identifier: "SiemEventName" })
export type SiemEventName = typeof SiemEventName.Type

export const Severity = Schema.Literals(["high", "info"])
export type Severity = typeof Severity.Type

const high: ReadonlySet<string> = new Set([
  "access_revoked",
  "revocation_failed",
  "status_changed",
  "offboarding_deleted",
  "member_removed",
  "audit_log_exported",
  "login_failed",
  "checklist_completed"
])

/** These are high, everything else, the test event included, is info (siem-events-8). */
export const severityOf = (eventType: string): Severity => (high.has(eventType) ? "high" : "info")
