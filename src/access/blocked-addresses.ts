import { Context, Effect, Layer, type Types } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { errorResponse } from "#platform/http/error-bodies"
import { addressBlock, clientAddress } from "./client-address.ts"
import { RateLimits } from "./rate-limits.ts"

const failuresAllowed = 20
const windowSeconds = 60

const keyOf = (address: string) => `failed-authentications:${addressBlock(address)}`

/**
 * Addresses that guess credentials: 20 wrong ones within 60 seconds block every request from there until the window
 * passes, even with a valid key (limits-3).
 */
export class BlockedAddresses extends Context.Service<
  BlockedAddresses,
  {
    /** Counts a request with a wrong credential; a missing one is not a failure (limits-4). */
    failed(address: string): Effect.Effect<void>
    /** For how many seconds more; 0 when it is not blocked. */
    blockedFor(address: string): Effect.Effect<number>
  }
>()("svc/access/BlockedAddresses") {
  static readonly layerNoDeps = Layer.effect(
    BlockedAddresses,
    Effect.map(RateLimits, (limits) =>
      BlockedAddresses.of({
        failed: (address) => Effect.asVoid(limits.consume(keyOf(address), failuresAllowed, windowSeconds)),
        blockedFor: (address) =>
          Effect.map(limits.peek(keyOf(address), failuresAllowed), ({ retryAfterSeconds }) => retryAfterSeconds)
      })
    )
  )
}

const publicPath = /^\/api\/v1(?:[/?#]|$)/i
const guarded = /^\/(?:api|scim|rpc|mcp|metrics)(?:[/?#]|$)/i

// The router matches `/%61pi` and `//api` too, so what looks odd is read as it reads it.
const asRouted = (url: string) => {
  const path = (url.split("?", 1)[0] ?? "").replaceAll(/\/{2,}/g, "/")
  return path.replaceAll(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** The pathname of a request when blocked addresses are turned away from it. */
export const guardedPath = (url: string): string | undefined => {
  if (guarded.test(url)) return url
  if (!url.startsWith("//") && !url.includes("%")) return undefined
  const path = asRouted(url)
  return guarded.test(path) ? path : undefined
}

/** The public API alone does not say how long to wait (limits-1). */
const refusal = (path: string, seconds: number) => {
  const response = errorResponse(path, 429)
  return publicPath.test(path) ? response : HttpServerResponse.setHeader(response, "retry-after", String(seconds))
}

/** Turns blocked addresses away before anything else happens on `/api`, `/scim`, `/rpc`, `/mcp` and `/metrics`. */
export const blockedAddressGuard = HttpRouter.middleware(
  Effect.map(
    BlockedAddresses,
    (blocked) =>
      (
        handler
      ): Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled, HttpServerRequest.HttpServerRequest> =>
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
          const path = guardedPath(request.url)
          if (path === undefined) return handler
          return Effect.flatMap(blocked.blockedFor(clientAddress(request)), (seconds) =>
            seconds === 0 ? handler : Effect.succeed(refusal(path, seconds))
          )
        })
  ),
  { global: true }
)
