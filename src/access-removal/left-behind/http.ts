import { appSurface } from "@svc/contract/kernel/surfaces"
import { LeftBehindApi } from "@svc/contract/left-behind/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ListExports } from "#audit/list-exports/service"
import { leftBehindFile } from "./list-csv.ts"
import { LeftBehinds } from "./service.ts"

export const LeftBehindHttp = HttpApiBuilder.group(
  appSurface.add(LeftBehindApi),
  "left-behind",
  Effect.fn(function* (handlers) {
    const leftBehind = yield* LeftBehinds
    const lists = yield* ListExports
    return handlers.handleAll({
      ofCase: ({ params }) => leftBehind.ofCase(params.id),
      look: ({ params }) => leftBehind.look(params.id),
      list: ({ query }) => leftBehind.list(query),
      export: ({ query }) => lists.open(leftBehindFile, query, leftBehind.list),
      settings: () => leftBehind.settings,
      setSettings: ({ payload }) => leftBehind.setSettings(payload),
      successors: () => leftBehind.successors,
      setSuccessors: ({ payload }) => leftBehind.setSuccessors(payload),
      transfer: ({ params, payload }) => leftBehind.transfer(params.id, payload),
      acceptTransfer: ({ params }) => leftBehind.acceptTransfer(params.id),
      accept: ({ params, payload }) => leftBehind.accept(params.id, payload),
      done: ({ params, payload }) => leftBehind.done(params.id, payload),
      go: ({ params, payload }) => leftBehind.go(params.id, payload)
    })
  })
)
