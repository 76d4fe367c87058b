import type { Caller } from "@svc/contract/kernel/access"
import { Context, Effect, type Types } from "effect"
import { HttpRouter, type HttpServerRequest, type HttpServerResponse } from "effect/http"
import { routeTemplate } from "./told-path.ts"

/** What is known of the request by now; the middlewares that find more out write it down here, for its log lines. */
export interface RequestRecord {
  readonly requestId: string
  readonly method: string
  /** The template of its route. */
  route: string | undefined
  orgId: string | undefined
  userId: string | undefined
  /** Of the API key, or of the token by which an identity provider calls. */
  keyId: string | undefined
}

/** The request that is being answered; undefined in loops. */
export const CurrentRequest = Context.Reference<RequestRecord | undefined>("svc/platform/CurrentRequest", {
  defaultValue: () => undefined
})

/** Records the request's caller. */
export const noteCaller = ({ apiKey, orgId, userId }: Caller["Service"], keyId?: string): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const record = fiber.getRef(CurrentRequest)
    if (record !== undefined) {
      record.orgId = orgId
      record.userId = userId ?? undefined
      record.keyId = apiKey?.id ?? keyId
    }
    return Effect.void
  })

/** Innermost around every route: records the matched route. */
export const noteRoute = HttpRouter.middleware(
  (
    handler
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled, HttpServerRequest.HttpServerRequest> =>
    Effect.withFiber((fiber) => {
      const record = fiber.getRef(CurrentRequest)
      if (record === undefined) return handler
      return Effect.onExit(handler, () => {
        const found = Context.getOrUndefined(fiber.context, HttpRouter.RouteContext)
        record.route = routeTemplate(found?.route.path)
        return Effect.void
      })
    }),
  { global: true }
)
