import { appSurface } from "@svc/contract/kernel/surfaces"
import { PortalApi, PortalLinksApi } from "@svc/contract/portal/api"
import { Effect, Layer, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { RateLimits } from "#access/rate-limits"
import { answeringRetryLater } from "#platform/http/retry-later"
import { withinLimit } from "#access/too-many-requests"
import { changeLimit, visitOf } from "./coming.ts"
import { PortalLinks } from "./links.ts"
import { Portal } from "./service.ts"

const LinksHttp = HttpApiBuilder.group(
  appSurface.add(PortalLinksApi),
  "portal-links",
  Effect.fn(function* (handlers) {
    const links = yield* PortalLinks
    return handlers.handleAll({
      show: ({ params }) => links.show(params.id),
      create: ({ params, payload }) => answeringRetryLater(links.create(params.id, payload ?? {})),
      revoke: ({ params }) => Effect.as(links.revoke(params.id), { success: true as const })
    })
  })
)

const PageHttp = HttpApiBuilder.group(
  appSurface.add(PortalApi),
  "portal",
  Effect.fn(function* (handlers) {
    const portal = yield* Portal
    const limits = yield* RateLimits
    return handlers.handleAll({
      page: ({ params, request }) => portal.page(visitOf(request, params.token)),
      tick: ({ params, payload, request }) =>
        withinLimit(
          limits,
          changeLimit(request),
          portal.tick(Redacted.make(params.token), params.id, payload.completed)
        ),
      track: ({ params, payload, request }) =>
        withinLimit(limits, changeLimit(request), portal.track(Redacted.make(params.token), params.id, payload))
    })
  })
)

export const PortalHttp = Layer.mergeAll(LinksHttp, PageHttp)
