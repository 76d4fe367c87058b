import { HrisApi, HrisWebhookApi } from "@svc/contract/hris/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Hris } from "./service.ts"

const SessionHttp = HttpApiBuilder.group(
  appSurface.add(HrisApi),
  "hris",
  Effect.fn(function* (handlers) {
    const hris = yield* Hris
    return handlers.handleAll({
      connect: ({ payload }) => hris.connect(payload),
      sync: () => hris.sync("hris"),
      syncEntra: () => hris.sync("azure-ad"),
      reviews: ({ query }) => hris.reviews(query),
      acceptReview: ({ params, payload }) => hris.acceptReview(params.id, payload ?? {}),
      dismissReview: ({ params, payload }) => hris.dismissReview(params.id, payload ?? {})
    })
  })
)

const WebhookHttp = HttpApiBuilder.group(
  appSurface.add(HrisWebhookApi),
  "hrisWebhook",
  Effect.fn(function* (handlers) {
    const hris = yield* Hris
    return handlers.handleRaw("receive", ({ params, request }) =>
      Effect.gen(function* () {
        // A body over the limit is a defect that answers 413, as where the platform reads it.
        const body = new Uint8Array(yield* Effect.orDie(request.arrayBuffer))
        yield* hris.receive(params.id, { headers: request.headers, body })
        return { ok: true as const }
      })
    )
  })
)

export const HrisHttp = Layer.mergeAll(SessionHttp, WebhookHttp)
