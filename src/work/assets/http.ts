import { AssetsApi } from "@svc/contract/assets/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ListExports } from "#audit/list-exports/service"
import { assetsFile } from "./list-csv.ts"
import { Assets } from "./service.ts"

export const AssetsHttp = HttpApiBuilder.group(
  appSurface.add(AssetsApi),
  "assets",
  Effect.fn(function* (handlers) {
    const assets = yield* Assets
    const lists = yield* ListExports
    return handlers.handleAll({
      list: ({ query }) => assets.list(query),
      export: ({ query }) => lists.open(assetsFile, query, assets.list),
      summary: () => assets.summary,
      create: ({ payload }) => assets.create(payload),
      importMany: ({ payload }) => assets.importMany(payload.assets),
      returnMany: ({ payload }) => assets.giveBackMany(payload.ids),
      edit: ({ params, payload }) => assets.edit(params.id, payload),
      giveBack: ({ params, payload }) => assets.giveBack(params.id, payload ?? { found: false }),
      receive: ({ params }) => assets.receive(params.id),
      remove: ({ params }) => Effect.as(assets.remove(params.id), { success: true as const })
    })
  })
)
