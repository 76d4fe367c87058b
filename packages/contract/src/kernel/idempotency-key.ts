import { Schema } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { Caller } from "./access.ts"
import { InvalidRequest } from "./errors.ts"
import { Refusal } from "./refusal.ts"

/** The name of the header, as Node writes names. */
export const idempotencyKeyHeader = "idempotency-key"

/** Maximum length of an idempotency key in characters. */
export const maxIdempotencyKey = 255

export class IdempotencyKeyReused extends Refusal<IdempotencyKeyReused>()("IdempotencyKeyReused", 409, {
  error: Schema.tag(
    "This Idempotency-Key was used for a different request in the last 24 hours. Send a new key with a new request"
  )
}) {}

export class IdempotencyKeyRunning extends Refusal<IdempotencyKeyRunning>()("IdempotencyKeyRunning", 409, {
  error: Schema.tag("A request with this Idempotency-Key is still running. Wait a moment, then send it again")
}) {}

/**
 * Idempotency-Key, optional: a request that an API key sends again within 24 hours, with the same key and body, gets the
 * first answer again and does nothing.
 */
export class IdempotencyKeys extends HttpApiMiddleware.Service<IdempotencyKeys, { requires: Caller }>()(
  "svc/IdempotencyKeys",
  { error: [InvalidRequest, IdempotencyKeyReused, IdempotencyKeyRunning] }
) {}
