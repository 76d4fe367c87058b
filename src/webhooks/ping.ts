import type { PingOutcome } from "@svc/contract/webhooks/schema"
import { arrived, errorOf } from "#deliveries/attempt-rules"
import { policies } from "#deliveries/policies"
import type { AttemptResult } from "#deliveries/sender"

/** What the person who sent the ping is told (D1, Dashboard webhooks). */
export const pingOutcomeOf = (result: AttemptResult): PingOutcome => {
  const error = errorOf(policies.webhooks, result)
  if (result._tag !== "Answered") return { success: false, error }
  const { status } = result
  return arrived(result) ? { success: true, status } : { success: false, status, error }
}
