import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { EmployeeId, OffboardingId, OrgId, PersonKeyId } from "../kernel/ids.ts"

/** What became of an erasure; asking again answers the same. */
export const ErasedEmployee = Schema.Struct({
  erased: Schema.tag(true),
  id: EmployeeId,
  erased_at: Timestamp,
  /** The person's offboardings, which read `[erased]` from now on. */
  offboardings: Schema.Int,
  keys_destroyed: Schema.Int
})
export type ErasedEmployee = typeof ErasedEmployee.Type

/** One file of the ledger outside the database: ids only. `mac` is made with a key that only this service has. */
export const ErasureRecord = Schema.Struct({
  format: Schema.Literal("svc-erasure/v1"),
  org_id: OrgId,
  employee_id: EmployeeId,
  person_key_ids: Schema.Array(PersonKeyId),
  offboarding_ids: Schema.Array(OffboardingId),
  erased_at: Timestamp,
  mac: Schema.String
})
export type ErasureRecord = typeof ErasureRecord.Type
