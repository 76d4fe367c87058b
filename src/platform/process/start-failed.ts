import { Predicate, Schema } from "effect"

/** The start failed; the message is the one line that the operator reads. */
export class StartFailed extends Schema.TaggedError<StartFailed>()("StartFailed", { message: Schema.String }) {}

const next = (error: unknown) => {
  if (Predicate.hasProperty(error, "reason") && Predicate.isObject(error.reason)) return error.reason
  // Node's, when a name has several addresses and none of them answers.
  if (error instanceof AggregateError) return error.errors[0]
  return Predicate.hasProperty(error, "cause") ? error.cause : undefined
}

/** The innermost message of an error and its causes: what the operating system or the database said itself. */
export const innermostMessage = (error: unknown): string => {
  const cause = next(error)
  const inner = cause === undefined || cause === error ? "" : innermostMessage(cause)
  if (inner !== "") return inner
  return Predicate.hasProperty(error, "message") && Predicate.isString(error.message)
    ? (error.message.split("\n", 1)[0] ?? "")
    : ""
}
