import type { OffboardingStatus, StageChangeSource } from "../offboardings/schema.ts"
import type { RevocationResult, RevocationTrigger } from "../revocations/schema.ts"

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
