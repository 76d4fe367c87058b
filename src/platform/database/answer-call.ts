import { Context } from "effect"

/**
 * Called just before the last statement of a change, which the database refuses when the key has been revoked: what
 * comes of it is the answer (access-25). Does nothing outside a request with a key.
 */
export const AnswerCall = Context.Reference<() => void>("svc/platform/AnswerCall", { defaultValue: () => () => {} })
