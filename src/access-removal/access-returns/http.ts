import { AccessReturnsApi } from "@svc/contract/entitlements/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AccessReturns } from "./service.ts"

export const AccessReturnsHttp = HttpApiBuilder.group(
  appSurface.add(AccessReturnsApi),
  "access-returns",
  Effect.fn(function* (handlers) {
    const returns = yield* AccessReturns
    return handlers.handleAll({
      returns: ({ params }) => returns.ofCase(params.id),
      propose: ({ params, payload }) => returns.propose(params.id, payload),
      approve: ({ params, payload }) => returns.approve(params.id, payload),
      decline: ({ params, payload }) => returns.decline(params.id, payload)
    })
  })
)
