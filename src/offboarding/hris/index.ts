import { Layer } from "effect"
import { HrisHttp } from "./http.ts"
import { HrisLoops } from "./loops.ts"
import { LeavingsRepo } from "./leavings-repo.ts"
import { HrisRepo } from "./repo.ts"
import { ReviewsRepo } from "./reviews-repo.ts"
import { Hris } from "./service.ts"
import { Sources } from "./sources.ts"

export const services = Hris.layerNoDeps.pipe(
  Layer.provide([HrisRepo.layer, LeavingsRepo.layer, ReviewsRepo.layer, Sources.layer])
)
export const http = HrisHttp
export const loops = HrisLoops
