import { ApiKeysRpcs } from "@svc/contract/api-keys/rpc"
import { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import { systemCaller } from "#platform/jobs/system-caller"
import { Organisations } from "#organisation/organisations/service"
import { ApiKeys } from "./service.ts"

export const ApiKeysRpcHandlers = ApiKeysRpcs.toLayer(
  Effect.gen(function* () {
    const organisations = yield* Organisations
    const keys = yield* ApiKeys
    const asOperator = <A, E>(orgId: OrgId, change: Effect.Effect<A, E, Caller>) =>
      Effect.andThen(organisations.show(orgId), Effect.provideService(change, Caller, systemCaller(orgId, "operator")))
    return ApiKeysRpcs.of({
      "keys.create": ({ orgId, ...input }) =>
        // Only a member can lose their membership during the call.
        asOperator(orgId, Effect.catchTag(keys.create(input), "Unauthenticated", Effect.die)),
      "keys.import": ({ orgId, ...input }) => asOperator(orgId, keys.importKey(input))
    })
  })
)
