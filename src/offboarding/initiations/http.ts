import { InitiationsApi } from "@svc/contract/initiations/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ListExports } from "#audit/list-exports/service"
import { initiationsFile } from "./list-csv.ts"
import { Initiations } from "./service.ts"

const withdrawn = { deleted: true } as const

export const InitiationsHttp = HttpApiBuilder.group(
  appSurface.add(InitiationsApi),
  "initiations",
  Effect.fn(function* (handlers) {
    const initiations = yield* Initiations
    const lists = yield* ListExports
    return handlers.handleAll({
      settings: () => initiations.settings,
      updateSettings: ({ payload }) => initiations.changeSettings(payload),
      submit: ({ payload }) => initiations.submit(payload),
      list: ({ query }) => initiations.list(query),
      export: ({ query }) => lists.open(initiationsFile, query, initiations.list),
      get: ({ params }) => initiations.show(params.id),
      proposal: ({ params }) => initiations.proposal(params.id),
      update: ({ params, payload }) => initiations.update(params.id, payload),
      approve: ({ params, payload }) => initiations.approve(params.id, payload ?? {}),
      reject: ({ params, payload }) => initiations.reject(params.id, payload),
      delegate: ({ params, payload }) => initiations.delegate(params.id, payload),
      withdraw: ({ params }) => Effect.as(initiations.withdraw(params.id), withdrawn)
    })
  })
)
