import { appSurface, publicSurface } from "@svc/contract/kernel/surfaces"
import { OffboardingId } from "@svc/contract/kernel/ids"
import { ConfirmationsApi, OffboardingsApi } from "@svc/contract/offboardings/api"
import { OffboardingIdInvalid } from "@svc/contract/offboardings/errors"
import { Effect, Layer, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Offboardings } from "./service.ts"

const isOffboardingId = Schema.is(OffboardingId)

const offboardingId = (id: string) =>
  isOffboardingId(id) ? Effect.succeed(id) : Effect.fail(new OffboardingIdInvalid())

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
      get: ({ params }) => Effect.flatMap(offboardingId(params.id), offboardings.show),
      create: ({ payload }) => offboardings.create(payload, { source: "api" }),
      update: ({ params, payload }) =>
        Effect.flatMap(offboardingId(params.id), (id) => offboardings.update(id, payload, { source: "api" }))
    })
  })
)

const AppHttp = HttpApiBuilder.group(
  appSurface.add(ConfirmationsApi),
  "confirmations",
  Effect.fn(function* (handlers) {
    const offboardings = yield* Offboardings
    return handlers.handleAll({
      noApps: ({ params }) =>
        offboardingId(params.id).pipe(Effect.flatMap(offboardings.confirmNoApps), Effect.as(confirmed)),
      assetReturn: ({ params }) =>
        offboardingId(params.id).pipe(Effect.flatMap(offboardings.confirmAssetReturn), Effect.as(confirmed))
    })
  })
)

export const OffboardingsHttp = Layer.mergeAll(PublicHttp, AppHttp)
