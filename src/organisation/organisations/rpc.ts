import { OrganisationsRpcs } from "@svc/contract/organisations/rpc"
import { Effect } from "effect"
import { Organisations } from "./service.ts"

export const OrganisationsRpcHandlers = OrganisationsRpcs.toLayer(
  Effect.gen(function* () {
    const organisations = yield* Organisations
    return OrganisationsRpcs.of({
      "organisations.create": (input) => organisations.create(input),
      "organisations.update": ({ orgId, ...input }) => organisations.update(orgId, input),
      "organisations.list": () => organisations.list,
      "organisations.show": ({ orgId }) => organisations.show(orgId)
    })
  })
)
