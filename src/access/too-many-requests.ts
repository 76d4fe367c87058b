import { TooManyRequests } from "@svc/contract/kernel/errors"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { RateLimits } from "./rate-limits.ts"

const body = { error: new TooManyRequests().error }

/** 429 with `Retry-After`, which a typed error could not carry (limits-2). */
export const tooManyRequests = (retryAfterSeconds: number): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(body, { status: 429, headers: { "retry-after": String(retryAfterSeconds) } })

export interface Limit {
  readonly key: string
  readonly limit: number
  readonly windowSeconds: number
}

/** Runs the effect while the limit allows it; otherwise answers 429 with `Retry-After`. */
export const withinLimit = <A, E, R>(
  limits: RateLimits["Service"],
  { key, limit, windowSeconds }: Limit,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A | HttpServerResponse.HttpServerResponse, E, R> =>
  Effect.flatMap(
    limits.consume(key, limit, windowSeconds),
    (verdict): Effect.Effect<A | HttpServerResponse.HttpServerResponse, E, R> =>
      verdict.allowed ? effect : Effect.succeed(tooManyRequests(verdict.retryAfterSeconds))
  )
