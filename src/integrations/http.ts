import { IntegrationsApi } from "@svc/contract/integrations/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Integrations } from "./service.ts"

export const IntegrationsHttp = HttpApiBuilder.group(
  appSurface.add(IntegrationsApi),
  "integrations",
  Effect.fn(function* (handlers) {
    const integrations = yield* Integrations
    return handlers.handleAll({
      list: () => integrations.list,
      connectRevocationTarget: ({ payload }) => integrations.connectRevocationTarget(payload),
      remove: ({ params }) => Effect.as(integrations.remove(params.id), { success: true as const })
    })
  })
)
