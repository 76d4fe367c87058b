import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { EmployeeId, OffboardingId, OrgId, PersonKeyId } from "../kernel/ids.ts"

/** The result of an erasure; idempotent. */
export const ErasedEmployee = Schema.Struct({
  erased: Schema.tag(true),
  id: EmployeeId,
  erased_at: Timestamp,
  /** The person's offboardings, which read `[erased]` from now on. */
  offboardings: Schema.Int,
  keys_destroyed: Schema.Int
})
export type ErasedEmployee = typeof ErasedEmployee.Type

/** Why an erasure would be refused now: the refusal's code and sentence, and whichever of the person's cases it is for. */
const ErasureObstacle = Schema.Struct({
  code: Schema.Literals(["legal_hold", "member", "revocation_outstanding"]),
  error: Schema.String,
  offboarding_ids: Schema.Array(OffboardingId)
})

/** What an erasure would do now (erasure-14). */
export const ErasurePreview = Schema.Struct({
  /** Null unless the person is erased already. */
  erased_at: Schema.NullOr(Timestamp),
  /** The person's offboardings, which would lose name and addresses. */
  offboardings: Schema.Int,
  /** Those that are neither completed nor canceled: they continue without a name. */
  open_offboardings: Schema.Int,
  /** Papers of these offboardings, which lose name, signer and file. */
  documents: Schema.Int,
  /** Entries of the audit log about the person or these offboardings: they read `[erased]`, and stay. */
  entries: Schema.Int,
  /** The organization's exports that contain the person and would be withdrawn. */
  exports: Schema.Int,
  /** Keys that would be destroyed. */
  keys: Schema.Int,
  /** Empty where nothing stands against it. */
  obstacles: Schema.Array(ErasureObstacle)
})
export type ErasurePreview = typeof ErasurePreview.Type

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
