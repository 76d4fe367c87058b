import { Duration, Redacted } from "effect"
import type { HttpServerRequest } from "effect/http"
import { addressBlock, clientAddress } from "#access/client-address"
import type { Limit } from "#access/too-many-requests"
import type { Visit } from "./rules.ts"

/** Of one address: a person ticks and types at most so fast. */
export const changeLimit = (request: HttpServerRequest.HttpServerRequest): Limit => ({
  key: `portal:${addressBlock(clientAddress(request))}`,
  limit: 60,
  windowSeconds: Duration.toSeconds("1 minute")
})

/** Who comes by which link, as it is recorded. */
export const visitOf = (request: HttpServerRequest.HttpServerRequest, token: string): Visit => ({
  token: Redacted.make(token),
  address: clientAddress(request)
})
