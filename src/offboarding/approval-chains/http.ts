import { ApprovalChainsApi } from "@svc/contract/approval-chains/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ApprovalChains } from "./service.ts"

const removed = { success: true } as const

export const ApprovalChainsHttp = HttpApiBuilder.group(
  appSurface.add(ApprovalChainsApi),
  "approval-chains",
  Effect.fn(function* (handlers) {
    const chains = yield* ApprovalChains
    return handlers.handleAll({
      list: ({ query }) => chains.list(query),
      get: ({ params }) => chains.show(params.id),
      create: ({ payload }) => chains.create(payload),
      update: ({ params, payload }) => chains.update(params.id, payload),
      remove: ({ params }) => Effect.as(chains.remove(params.id), removed)
    })
  })
)
