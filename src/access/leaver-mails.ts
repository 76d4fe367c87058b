import { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { Duration, Effect } from "effect"
import type { RateLimits } from "./rate-limits.ts"
import { RetryLater } from "#platform/http/retry-later"

/** Mails to departing people that a member sends by a button. */
type LeaverMail = "portal-link" | "exit-interview"

const maxLeaverMailsPerCaseAndHour = 5
const maxLeaverMailsPerOrganisationAndHour = 50

const windowSeconds = Duration.toSeconds("1 hour")

/** Admits one such mail of the caller's organization, or refuses it until the oldest one is an hour old. */
export const admitLeaverMail = Effect.fnUntraced(function* (
  limits: RateLimits["Service"],
  kind: LeaverMail,
  offboardingId: OffboardingId
) {
  const { orgId } = yield* Caller
  const later = (error: string, retryAfterSeconds: number) => new RetryLater({ status: 429, error, retryAfterSeconds })
  const ofCase = yield* limits.consume(
    `${kind}-mail:${orgId}/${offboardingId}`,
    maxLeaverMailsPerCaseAndHour,
    windowSeconds
  )
  if (!ofCase.allowed) {
    return yield* later(
      "The person was sent 5 such emails within an hour. Ask them to check their mailbox, or try again later",
      ofCase.retryAfterSeconds
    )
  }
  const ofAll = yield* limits.consume(`${kind}-mail:${orgId}`, maxLeaverMailsPerOrganisationAndHour, windowSeconds)
  if (!ofAll.allowed) {
    return yield* later(
      "Your organization sent 50 such emails within an hour. Try again later",
      ofAll.retryAfterSeconds
    )
  }
})
