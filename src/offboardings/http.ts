import { appSurface, publicSurface } from "@svc/contract/kernel/surfaces"
import { ConfirmationsApi, OffboardingsApi } from "@svc/contract/offboardings/api"
import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Offboardings } from "./service.ts"

const confirmed = { success: true as const }

const PublicHttp = HttpApiBuilder.group(
  publicSurface.add(OffboardingsApi),
  "offboardings",
  Effect.fn(function* (handlers) {
    const offboardings = yield* Offboardings
    return handlers.handleAll({
      list: ({ query }) =>
        Effect.map(offboardings.pageText(query), (text) =>
          HttpServerResponse.text(text, { contentType: "application/json" })
        ),
      get: ({ params }) => offboardings.show(params.id),
      create: ({ payload }) => offboardings.create(payload, { source: "api" }),
      update: ({ params, payload }) => offboardings.update(params.id, payload, { source: "api" })
    })
  })
)

const AppHttp = HttpApiBuilder.group(
  appSurface.add(ConfirmationsApi),
  "confirmations",
  Effect.fn(function* (handlers) {
    const offboardings = yield* Offboardings
    return handlers.handleAll({
      noApps: ({ params }) => Effect.as(offboardings.confirmNoApps(params.id), confirmed),
      assetReturn: ({ params }) => Effect.as(offboardings.confirmAssetReturn(params.id), confirmed)
    })
  })
)

export const OffboardingsHttp = Layer.mergeAll(PublicHttp, AppHttp)
