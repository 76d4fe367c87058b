import { Data, Effect } from "effect"
import { HttpServerResponse } from "effect/http"

/** What is refused for now: a body for the caller, and after how many seconds it is worth another try. */
export class RetryLater extends Data.TaggedError("RetryLater")<{
  readonly status: 429 | 503
  readonly error: string
  readonly retryAfterSeconds: number
}> {}

/** Answers such a refusal with `Retry-After`, which a typed error could not carry. */
export const answeringRetryLater = <A, E, R>(
  effect: Effect.Effect<A, E | RetryLater, R>
): Effect.Effect<A | HttpServerResponse.HttpServerResponse, E, R> =>
  Effect.catchIf(
    effect,
    (error): error is RetryLater => error instanceof RetryLater,
    ({ error, retryAfterSeconds, status }) =>
      Effect.succeed(
        HttpServerResponse.jsonUnsafe({ error }, { status, headers: { "retry-after": String(retryAfterSeconds) } })
      )
  )
