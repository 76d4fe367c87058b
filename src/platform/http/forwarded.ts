import { Clock, Effect, Layer, Option, Result, type Types } from "effect"
import { HttpMiddleware, HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { IpNetwork, NetAddress } from "effect/net"
import { AppConfig } from "#platform/config/config"

const aMinute = 60_000

/** Whose address it is behind the proxies that are trusted (`TRUSTED_PROXIES`). */
const believed = Layer.unwrap(
  Effect.map(AppConfig, ({ trustedProxies }) =>
    HttpRouter.middleware(HttpMiddleware.xForwardedHeaders({ trustedProxies }), { global: true })
  )
)

/**
 * Says, once a minute at most, that somebody forwards requests whom nobody trusts to: everybody behind such a proxy shares
 * one address, and with it the limits and the blocks of that address.
 */
const warned = HttpRouter.middleware(
  Effect.gen(function* () {
    const { trustedProxies } = yield* AppConfig
    let quietUntil = 0
    const isTrusted = (peer: string) =>
      Result.match(NetAddress.ipFromString(peer), {
        onSuccess: (address) =>
          trustedProxies.some((network) => IpNetwork.contains(network, NetAddress.toCanonical(address))),
        onFailure: () => false
      })
    return (
      handler
    ): Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled, HttpServerRequest.HttpServerRequest> =>
      Effect.gen(function* () {
        const { headers, remoteAddress } = yield* HttpServerRequest.HttpServerRequest
        if (headers["x-forwarded-for"] === undefined) return yield* handler
        const now = yield* Clock.currentTimeMillis
        const peer = Option.getOrElse(remoteAddress, () => "unknown")
        if (now >= quietUntil && !isTrusted(peer)) {
          quietUntil = now + aMinute
          yield* Effect.logWarning(
            `X-Forwarded-For came from ${peer}, which TRUSTED_PROXIES does not name: everybody behind it counts as one address`
          )
        }
        return yield* handler
      })
  }),
  { global: true }
)

/** The warning stands outside, where the peer is still who sent the request. */
export const forwarded = believed.pipe(Layer.provide(warned))
