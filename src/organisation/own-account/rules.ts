import { OffboardingsStarted, SoleSuperadmin } from "@svc/contract/own-account/errors"
import type { Membership } from "@svc/contract/own-account/schema"
import { Result } from "effect"

const names = (orgs: ReadonlyArray<Pick<Membership, "org_name">>) => orgs.map(({ org_name }) => org_name).join(", ")

/** Refuses while an organization would be left without a Super Admin. */
export const leavesASuperadmin = (memberships: ReadonlyArray<Membership>): Result.Result<void, SoleSuperadmin> => {
  const orgs = memberships
    .filter(({ sole_superadmin }) => sole_superadmin)
    .map(({ org_id, org_name }) => ({ org_id, org_name }))
  return orgs.length === 0
    ? Result.void
    : Result.fail(
        new SoleSuperadmin({
          error: `You are the only Super Admin of ${names(orgs)}. Make another member Super Admin first`,
          orgs
        })
      )
}

const counted = (count: number) =>
  count === 1 ? "1 offboarding that you started" : `${count} offboardings that you started`

/** Refuses leaving while what the user started is open: neither completed nor cancelled (accounts-4). */
export const leavesNothingOpen = (open: number): Result.Result<void, OffboardingsStarted> =>
  open === 0
    ? Result.void
    : Result.fail(
        new OffboardingsStarted({
          error: `${counted(open)} ${open === 1 ? "is" : "are"} still open in this organization. Complete or cancel ${open === 1 ? "it" : "them"} first`
        })
      )

/** Refuses closing while what the user started is not completed: cancelled counts too (accounts-7). */
export const leavesNothingIncomplete = (incomplete: number): Result.Result<void, OffboardingsStarted> =>
  incomplete === 0
    ? Result.void
    : Result.fail(
        new OffboardingsStarted({
          error: `${counted(incomplete)} in this organization ${incomplete === 1 ? "is" : "are"} not completed. Complete ${incomplete === 1 ? "it" : "them"}, or hand over to another member and close the account in one step`
        })
      )
