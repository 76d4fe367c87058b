import { PasswordRefused } from "@svc/contract/accounts/errors"
import type { PlanLimitExceeded, PlanLimitReached } from "@svc/contract/kernel/errors"
import { admitUnderPlan } from "@svc/contract/kernel/plan-limits"
import type { Plan } from "@svc/contract/kernel/plans"
import { Duration, Redacted, Result } from "effect"
import { commonPasswords } from "./common-passwords.ts"

/** How long a step-up lasts (sign-in-12). */
export const stepUpLifetime = Duration.minutes(10)

/** One more member, or the limit of the plan (members-7). */
export const takeSeat = (organisation: {
  readonly plan: Plan
  readonly members: number
}): Result.Result<void, PlanLimitReached | PlanLimitExceeded> =>
  admitUnderPlan(organisation.plan, "seats", { used: organisation.members })

/** What is kept of a `User-Agent`: as much as tells a person which device it was. */
export const storableUserAgent = (userAgent: string): string =>
  userAgent
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ")
    .slice(0, 300)

/** How long the link of a registration works (registration-1). */
export const registrationLifetime = Duration.hours(24)

/** How long the link of a forgotten password works. */
export const passwordResetLifetime = Duration.hours(1)

/** Lifetime of a link from the operator, who has to pass it on. */
export const operatorLinkLifetime = Duration.hours(24)

/**
 * Whether a person with this email may use this password, beyond its length, which `NewPassword` checks: neither one of
 * the most common ones (OWASP ASVS 5.0, 6.2.4) nor the email itself, compared without case. `field` is the one that the
 * refusal names.
 */
export const judgePassword = (
  password: Redacted.Redacted,
  email: string,
  field: string
): Result.Result<void, PasswordRefused> => {
  const given = Redacted.value(password).normalize("NFKC").trim().toLowerCase()
  if (commonPasswords.has(given)) {
    return Result.fail(
      new PasswordRefused({ error: `${field}: is one of the most common passwords. Choose a different one` })
    )
  }
  return given === email.trim().toLowerCase()
    ? Result.fail(new PasswordRefused({ error: `${field}: must not be the email address. Choose a different one` }))
    : Result.void
}
