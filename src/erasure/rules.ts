import { EmployeeIsMember, EmployeeUnderLegalHold, RevocationOutstanding } from "@svc/contract/erasure/errors"
import type { ErasureRecord } from "@svc/contract/erasure/schema"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { isFrozen } from "@svc/contract/kernel/legal-hold"
import { DateTime } from "effect"

/** What a case of the person says on whether they may be erased. */
interface CaseState {
  readonly id: OffboardingId
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

interface Obstacle {
  readonly refusal: EmployeeUnderLegalHold | EmployeeIsMember | RevocationOutstanding
  /** For which of the person's cases; none if it is about another of their records. */
  readonly cases: ReadonlyArray<OffboardingId>
}

/**
 * Refused while anything of it is held or hardly released, while the person is a member, and while access is still to be
 * revoked by the person's address; the first of these is what the refusal says.
 */
export const obstaclesToErasure = (
  cases: ReadonlyArray<CaseState>,
  { isHeld, isMember }: Standing,
  now: DateTime.Utc
): ReadonlyArray<Obstacle> => {
  const idsOf = (which: (state: CaseState) => boolean) => cases.filter(which).map(({ id }) => id)
  const held = idsOf((state) => isFrozen(state, now))
  const revoking = idsOf((state) => state.revoking)
  return [
    ...(held.length > 0 ? [{ refusal: new EmployeeUnderLegalHold(), cases: held }] : []),
    ...(isMember ? [{ refusal: new EmployeeIsMember(), cases: [] }] : []),
    ...(isHeld && held.length === 0 ? [{ refusal: new EmployeeUnderLegalHold(), cases: [] }] : []),
    ...(revoking.length > 0 ? [{ refusal: new RevocationOutstanding(), cases: revoking }] : [])
  ]
}

/** Keeps the column unique; `.invalid` belongs to no one (RFC 2606). */
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
