import { Caller } from "@svc/contract/kernel/access"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { LiveApi } from "@svc/contract/live/api"
import { Effect, Stream } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { tooManyRequests } from "#access/too-many-requests"
import { Live } from "./service.ts"

const contentType = "text/event-stream"

export const LiveHttp = HttpApiBuilder.group(
  appSurface.add(LiveApi),
  "live",
  Effect.fn(function* (handlers) {
    const live = yield* Live
    return handlers.handleAll({
      follow: () =>
        Effect.gen(function* () {
          const caller = yield* Caller
          const { session } = caller
          if (session === null) return yield* Effect.die("A stream without a session")
          if (!(yield* live.hasRoom(session.id))) return tooManyRequests(60)
          const { headers } = yield* HttpServerRequest.HttpServerRequest
          const stays = (headers["accept"] ?? "").includes(contentType)
          return HttpServerResponse.stream(Stream.encodeText(live.follow({ ...caller, session }, stays)), {
            contentType,
            headers: {
              "cache-control": "no-store",
              // Proxies must not buffer it.
              "x-accel-buffering": "no"
            }
          })
        })
    })
  })
)
