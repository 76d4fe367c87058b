import { RevocationsApi } from "@svc/contract/revocations/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Revocations } from "./service.ts"

export const RevocationsHttp = HttpApiBuilder.group(
  appSurface.add(RevocationsApi),
  "revocations",
  Effect.fn(function* (handlers) {
    const revocations = yield* Revocations
    return handlers.handleAll({
      start: ({ payload }) => revocations.start(payload),
      preview: ({ payload }) => revocations.preview(payload),
      history: ({ params, query }) => revocations.history(params.id, query),
      confirmRemoved: ({ params, payload }) =>
        Effect.as(
          revocations.confirmRemoved({ offboardingId: params.id, service: params.service, reason: payload?.reason }),
          { success: true as const }
        )
    })
  })
)
