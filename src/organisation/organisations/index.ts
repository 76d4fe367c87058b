import { Layer } from "effect"
import { DeletionRepo } from "./deletion-repo.ts"
import { OrganisationDeletion } from "./deletion.ts"
import { OrganisationsLoops } from "./loops.ts"
import { OrganisationsRepo } from "./repo.ts"
import { OrganisationsRpcHandlers } from "./rpc.ts"
import { Organisations } from "./service.ts"

export const services = Organisations.layerNoDeps.pipe(Layer.provide(OrganisationsRepo.layer))
export const rpc = OrganisationsRpcHandlers
/** Besides what is below in the layers they ask for the file storage. */
export const loops = OrganisationsLoops.pipe(
  Layer.provide(OrganisationDeletion.layerNoDeps.pipe(Layer.provide(DeletionRepo.layer)))
)
