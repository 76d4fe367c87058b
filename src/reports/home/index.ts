import { Layer } from "effect"
import { AttentionRepo } from "./attention-repo.ts"
import { FiguresRepo } from "./figures-repo.ts"
import { HomeHttp } from "./http.ts"
import { LeavingRepo } from "./leaving-repo.ts"
import { Home } from "./service.ts"

export const services = Home.layerNoDeps.pipe(
  Layer.provide([AttentionRepo.layer, FiguresRepo.layer, LeavingRepo.layer])
)
export const http = HomeHttp
