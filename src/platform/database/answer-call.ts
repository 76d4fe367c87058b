import { Context } from "effect"

/**
 * Called just before the last statement of a change, which the database refuses if the key has been revoked: that
 * outcome is the response (access-25). Does nothing outside a request with a key.
 */
export const AnswerCall = Context.Reference<() => void>("svc/platform/AnswerCall", { defaultValue: () => () => {} })
