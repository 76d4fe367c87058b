import { ApiKeysRpcs } from "@svc/contract/api-keys/rpc"
import { Caller } from "@svc/contract/kernel/access"
import { Effect } from "effect"
import { systemCaller } from "#access/system-caller"
import { Organisations } from "#organisation/organisations/service"
import { ApiKeys } from "./service.ts"

export const ApiKeysRpcHandlers = ApiKeysRpcs.toLayer(
  Effect.gen(function* () {
    const organisations = yield* Organisations
    const keys = yield* ApiKeys
    return ApiKeysRpcs.of({
      "keys.create": Effect.fnUntraced(function* ({ orgId, ...input }) {
        yield* organisations.show(orgId)
        return yield* keys.create(input).pipe(
          // Only a member can lose their membership meanwhile.
          Effect.catchTag("Unauthenticated", Effect.die),
          Effect.provideService(Caller, systemCaller(orgId, "operator"))
        )
      })
    })
  })
)
