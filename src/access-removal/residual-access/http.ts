import { ResidualAccessApi } from "@svc/contract/residual-access/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ListExports } from "#audit/list-exports/service"
import { residualAccessFile, unverifiedFile } from "./list-csv.ts"
import { ResidualAccesses } from "./service.ts"

export const ResidualAccessHttp = HttpApiBuilder.group(
  appSurface.add(ResidualAccessApi),
  "residual-access",
  Effect.fn(function* (handlers) {
    const residual = yield* ResidualAccesses
    const lists = yield* ListExports
    return handlers.handleAll({
      list: ({ query }) => residual.list(query),
      export: ({ query }) => lists.open(residualAccessFile, query, residual.list),
      exportUnverified: ({ query }) => lists.open(unverifiedFile, query, residual.unverified),
      byApp: () => residual.byApp,
      unverified: ({ query }) => residual.unverified(query),
      resolve: ({ params, payload }) => residual.resolve(params.id, payload)
    })
  })
)
