import { Clock, Effect, Option, Result, type Types } from "effect"
import { HttpMiddleware, HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { IpNetwork, NetAddress } from "effect/net"
import { AppConfig } from "#platform/config/config"

const aMinute = 60_000

/**
 * The client's IP address behind trusted proxies (`TRUSTED_PROXIES`). Logs, at most once a minute, that an untrusted
 * peer forwards requests: all clients behind such a proxy share one IP address, and with it its limits and blocks.
 */
export const forwarded = HttpRouter.middleware(
  Effect.gen(function* () {
    const { trustedProxies } = yield* AppConfig
    const believed = HttpMiddleware.xForwardedHeaders({ trustedProxies })
    let quietUntil = 0
    const isTrusted = (peer: string) =>
      Result.match(NetAddress.ipFromString(peer), {
        onSuccess: (address) =>
          trustedProxies.some((network) => IpNetwork.contains(network, NetAddress.toCanonical(address))),
        onFailure: () => false
      })
    const warned = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const now = yield* Clock.currentTimeMillis
      const peer = Option.getOrElse(request.remoteAddress, () => "unknown")
      if (now < quietUntil || isTrusted(peer)) return
      quietUntil = now + aMinute
      yield* Effect.logWarning(
        "X-Forwarded-For from a proxy not in TRUSTED_PROXIES: its clients count as one address",
        { peer }
      )
    })
    return (
      handler
    ): Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled, HttpServerRequest.HttpServerRequest> => {
      const read = believed(handler)
      // Most requests come without the header, and are not to pay for it.
      return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
        request.headers["x-forwarded-for"] === undefined ? handler : Effect.andThen(warned(request), read)
      )
    }
  }),
  { global: true }
)
