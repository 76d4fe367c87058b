import { EmployeeIsMember, EmployeeUnderLegalHold, RevocationOutstanding } from "@svc/contract/erasure/errors"
import type { ErasureRecord } from "@svc/contract/erasure/schema"
import { isFrozen } from "@svc/contract/kernel/legal-hold"
import { DateTime, Result } from "effect"

/** What a case of the person says on whether they may be erased. */
interface CaseState {
  readonly legal_hold: boolean
  readonly legal_hold_released_at: DateTime.Utc | null
  /** A revocation is planned, queued or running. */
  readonly revoking: boolean
}

/** What the keys and addresses say on it. */
interface Standing {
  /** Something of a case under legal hold would go. */
  readonly isHeld: boolean
  readonly isMember: boolean
}

/**
 * Refused while anything of it is held or hardly released, while the person is a member, and while access is still to be
 * revoked by the person's address.
 */
export const admitErasure = (
  cases: ReadonlyArray<CaseState>,
  { isHeld, isMember }: Standing,
  now: DateTime.Utc
): Result.Result<void, EmployeeUnderLegalHold | EmployeeIsMember | RevocationOutstanding> => {
  if (cases.some((state) => isFrozen(state, now))) return Result.fail(new EmployeeUnderLegalHold())
  if (isMember) return Result.fail(new EmployeeIsMember())
  if (isHeld) return Result.fail(new EmployeeUnderLegalHold())
  if (cases.some(({ revoking }) => revoking)) return Result.fail(new RevocationOutstanding())
  return Result.succeed(undefined)
}

/** Keeps the column unique; `.invalid` is nobody's (RFC 2606). */
export const meaninglessAddress = (employeeId: string): string => `erased-${employeeId}@erased.invalid`

export const ledgerFolder = "audit-erasures"

/** The key of the ledger's file on one erasure. */
export const ledgerKey = (orgId: string, employeeId: string): string => `${ledgerFolder}/${orgId}/${employeeId}.json`

/** The text that the record's `mac` covers. */
export const ledgerLines = (record: Omit<ErasureRecord, "mac">): string =>
  `${record.format}\n` +
  `org_id=${record.org_id}\n` +
  `employee_id=${record.employee_id}\n` +
  `person_key_ids=${record.person_key_ids.join(",")}\n` +
  `offboarding_ids=${record.offboarding_ids.join(",")}\n` +
  `erased_at=${DateTime.formatIso(record.erased_at)}\n`
