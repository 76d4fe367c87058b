import type { DetailedEvent } from "@svc/contract/siem/events"
import type { OffboardingStatus, StageChangeSource } from "@svc/contract/offboardings/schema"
import type { RevocationResult, RevocationTrigger } from "@svc/contract/revocations/schema"
import type { DateTime } from "effect"

/** An audit entry as a SIEM reads it, personal values opened or `[erased]` (siem-events-4). */
export interface AuditFields {
  readonly audit_id: string
  readonly action: string
  readonly target: string
  readonly details: string
  readonly actor_id: string | null
  /** As they were called at the time. */
  readonly actor_name: string | null
  /** Stands only where an API key acted. */
  readonly api_key_id?: string
  /** When the entry was written, ISO 8601. */
  readonly occurred_at: string
}

/** What `access_revoked` and `revocation_failed` tell (siem-events-5). */
export interface RevocationFields {
  readonly offboarding_id: string
  readonly employee_name: string | null
  readonly revoked_services: ReadonlyArray<string>
  readonly revocation_results: ReadonlyArray<Pick<RevocationResult, "service" | "outcome" | "message" | "vendorStatus">>
  readonly actor_id: string | null
  readonly trigger: RevocationTrigger
}

/** What `status_changed` tells (siem-events-7). */
export interface StatusFields {
  readonly offboarding_id: string
  readonly new_status: OffboardingStatus
  readonly previous_status: OffboardingStatus
  readonly employee_name: string | null
  readonly employee_email: string | null
  readonly exit_date: string | null
  readonly actor_id: string | null
  readonly trigger: StageChangeSource
  /** Only for a bulk action. */
  readonly bulk?: true
}

/** The place in the chain, for targets that ask for it. */
export interface ChainFields {
  readonly seq: number
  readonly entry_hash: string
  readonly prev_hash: string
}

/**
 * What one event tells. The end of a run is told once, by `access_revoked`, with the fields of its entry besides
 * (`entry`); `revocation_failed` and `status_changed` carry none of an entry's (outgoing-47).
 */
export type SiemContent =
  | { readonly _tag: "Entry"; readonly entry: AuditFields }
  | {
      readonly _tag: "Revocation"
      readonly name: Extract<DetailedEvent, "access_revoked" | "revocation_failed">
      readonly entry: AuditFields | null
      readonly fields: RevocationFields
    }
  | { readonly _tag: "StatusChanged"; readonly fields: StatusFields }
  | { readonly _tag: "Test"; readonly message: string }

/** One event, before it is wrapped for a target. */
export interface SiemEvent {
  readonly orgId: string
  /**
   * `event_type`: the audit action, the name of a detailed event, or `siem_test`. Any text: an entry of a newer version
   * of the service is forwarded by an older node as well.
   */
  readonly type: string
  /** When it happened; of a replay when it was queued. */
  readonly timestamp: DateTime.Utc
  readonly content: SiemContent
  /** Null where the target does not ask for it. */
  readonly chain: ChainFields | null
  /** Queued by a batch export: `origin` says so. */
  readonly replayed: boolean
}
