import { Schema } from "effect"
import { OffboardingStatus, StageChangeSource } from "../offboardings/schema.ts"
import { RevocationRunId, RevocationTrigger } from "../revocations/schema.ts"

/** A case moved to another stage. */
export const StageFacts = Schema.Struct({
  new_status: OffboardingStatus,
  previous_status: OffboardingStatus,
  trigger: StageChangeSource,
  /** Only for a bulk action. */
  bulk: Schema.optionalKey(Schema.Literal(true))
})
export type StageFacts = typeof StageFacts.Type

/** A revocation run ended. */
export const RunFacts = Schema.Struct({
  run_id: RevocationRunId,
  trigger: RevocationTrigger,
  /** An app failed, was stopped, or needs removal by hand. */
  incomplete: Schema.Boolean
})
export type RunFacts = typeof RunFacts.Type

/**
 * Machine-readable facts of an audit entry, in addition to its text (siem-events-5, siem-events-7). Not part of the
 * hash and never erased, so without personal data.
 */
export const AuditFacts = Schema.Union([StageFacts, RunFacts])
export type AuditFacts = typeof AuditFacts.Type
