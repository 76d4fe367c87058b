import { Layer } from "effect"
import { OrganisationsRepo } from "./repo.ts"
import { OrganisationsRpcHandlers } from "./rpc.ts"
import { Organisations } from "./service.ts"

export const services = Organisations.layerNoDeps.pipe(Layer.provide(OrganisationsRepo.layer))
export const rpc = OrganisationsRpcHandlers
