import { appSurface, publicSurface } from "@svc/contract/kernel/surfaces"
import { reasonOf } from "@svc/contract/kernel/reasons"
import { ConfirmationsApi, OffboardingsApi } from "@svc/contract/offboardings/api"
import { LifecycleApi, OwnersApi } from "@svc/contract/offboardings/lifecycle-api"
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
        Effect.map(offboardings.pageJson(query), (json) =>
          HttpServerResponse.uint8Array(json, { contentType: "application/json" })
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

const LifecycleHttp = HttpApiBuilder.group(
  appSurface.add(LifecycleApi),
  "lifecycle",
  Effect.fn(function* (handlers) {
    const offboardings = yield* Offboardings
    return handlers.handleAll({
      changeStatus: ({ params, payload }) => offboardings.changeStatus(params.id, payload),
      membership: ({ params }) => offboardings.membership(params.id),
      changeStatuses: ({ payload }) => offboardings.changeStatuses(payload),
      remove: (request) =>
        Effect.fromResult(reasonOf(request)).pipe(
          Effect.flatMap((reason) => offboardings.remove(request.params.id, { reason, source: "app" })),
          Effect.as(confirmed)
        ),
      removeAll: ({ payload }) => offboardings.removeAll(payload),
      setLegalHold: ({ params, payload }) => offboardings.setLegalHold(params.id, payload)
    })
  })
)

const OwnersHttp = HttpApiBuilder.group(
  appSurface.add(OwnersApi),
  "owners",
  Effect.fn(function* (handlers) {
    const offboardings = yield* Offboardings
    return handlers.handleAll({
      assignees: ({ query }) => offboardings.assignees(query),
      setOwner: ({ params, payload }) => offboardings.setOwner(params.id, payload.owner_id),
      setOwners: ({ payload }) => offboardings.setOwners(payload)
    })
  })
)

export const OffboardingsHttp = Layer.mergeAll(PublicHttp, AppHttp, LifecycleHttp, OwnersHttp)
