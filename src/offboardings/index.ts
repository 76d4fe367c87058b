import { Layer } from "effect"
import { CreationRepo } from "./creation-repo.ts"
import { EditRepo } from "./edit-repo.ts"
import { OffboardingsHttp } from "./http.ts"
import { OffboardingsReadRepo } from "./read-repo.ts"
import { OffboardingsRepo } from "./repo.ts"
import { Offboardings } from "./service.ts"

export const services = Offboardings.layerNoDeps.pipe(
  Layer.provide([CreationRepo.layer, EditRepo.layer, OffboardingsRepo.layer, OffboardingsReadRepo.layer])
)
export const http = OffboardingsHttp
