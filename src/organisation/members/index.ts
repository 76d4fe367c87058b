import { Layer } from "effect"
import { InviteAcceptance } from "./acceptance.ts"
import { MembersHttp } from "./http.ts"
import { DeparturesRepo } from "./departures-repo.ts"
import { DeparturesLayer } from "./departures.ts"
import { InvitesRepo } from "./invites-repo.ts"
import { Invites } from "./invites.ts"
import { MembersRepo } from "./repo.ts"
import { RolesRepo } from "./roles-repo.ts"
import { Roles } from "./roles.ts"
import { Members } from "./service.ts"

export const services = Layer.mergeAll(
  Members.layerNoDeps,
  Invites.layerNoDeps,
  InviteAcceptance.layerNoDeps,
  Roles.layerNoDeps
).pipe(Layer.provide(Layer.mergeAll(MembersRepo.layer, InvitesRepo.layer, RolesRepo.layer)))
/** The part that offboardings use, which are below. */
export const departures = DeparturesLayer.pipe(
  Layer.provide(Layer.mergeAll(DeparturesRepo.layer, MembersRepo.layer, InvitesRepo.layer))
)
export const http = MembersHttp
