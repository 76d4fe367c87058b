import { Layer } from "effect"
import { TrendsHttp } from "./http.ts"
import { PlatformRepo } from "./platform-repo.ts"
import { TrendsRepo } from "./repo.ts"
import { Trends } from "./service.ts"

export const services = Trends.layerNoDeps.pipe(Layer.provide([TrendsRepo.layer, PlatformRepo.layer]))
export const http = TrendsHttp
