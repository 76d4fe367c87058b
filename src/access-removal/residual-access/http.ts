import { ResidualAccessApi } from "@svc/contract/residual-access/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ResidualAccesses } from "./service.ts"

export const ResidualAccessHttp = HttpApiBuilder.group(
  appSurface.add(ResidualAccessApi),
  "residual-access",
  Effect.fn(function* (handlers) {
    const residual = yield* ResidualAccesses
    return handlers.handleAll({
      list: ({ query }) => residual.list(query),
      byApp: () => residual.byApp,
      unverified: ({ query }) => residual.unverified(query),
      resolve: ({ params, payload }) => residual.resolve(params.id, payload)
    })
  })
)
