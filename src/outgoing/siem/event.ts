import type { DetailedEvent } from "@svc/contract/siem/events"
import type { AuditFields, ChainFields, RevocationFields, StatusFields } from "@svc/contract/siem/payloads"
import type { DateTime } from "effect"

/**
 * The content of one event. The end of a run is one `access_revoked`, with the fields of its entry (`entry`) too;
 * `revocation_failed` and `status_changed` have none of an entry's (outgoing-47).
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
  /** Queued by a batch export: `origin` shows it. */
  readonly replayed: boolean
}
