import { Schema } from "effect"
import { StoredAuditEntry } from "../audit/files.ts"
import { Timestamp } from "../kernel/dates.ts"
import { EmployeeId, OffboardingId, Uuid } from "../kernel/ids.ts"
import { AuditEntry } from "./schema.ts"

/** A neighboring entry in the chain. */
const Neighbour = Schema.Struct({
  seq: Schema.Int,
  /** Null if the caller cannot see it: its hash is not secret. */
  id: Schema.NullOr(Uuid),
  entry_hash: Schema.String
})

const { content_hash, entry_hash, prev_hash, seq } = StoredAuditEntry.fields

/** An entry with its link in the chain (log-14). */
export const AuditChainEntry = Schema.Struct({
  ...AuditEntry.fields,
  /** Its number in the chain. */
  seq,
  content_hash,
  prev_hash,
  entry_hash,
  /** Target and details as stored and hashed: personal values are sealed tokens. */
  stored_target: Schema.String,
  stored_details: Schema.String,
  /** The case and the directory record that it is about. */
  offboarding_id: Schema.NullOr(OffboardingId),
  org_employee_id: Schema.NullOr(EmployeeId),
  /** The entry whose hash this one names; null of the first one, and where retention removed it. */
  previous: Schema.NullOr(Neighbour),
  /** The entry that names the hash of this one; null of the last. */
  next: Schema.NullOr(Neighbour),
  /** When the first anchor was made that covers it; null until there is one. */
  anchored_at: Schema.NullOr(Timestamp)
})
export type AuditChainEntry = typeof AuditChainEntry.Type
