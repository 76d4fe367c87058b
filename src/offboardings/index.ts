import { Layer } from "effect"
import { OffboardingsHttp } from "./http.ts"
import { OffboardingsReadRepo } from "./read-repo.ts"
import { OffboardingsRepo } from "./repo.ts"
import { Offboardings } from "./service.ts"

export const services = Offboardings.layerNoDeps.pipe(
  Layer.provide([OffboardingsRepo.layer, OffboardingsReadRepo.layer])
)
export const http = OffboardingsHttp
