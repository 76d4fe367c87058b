import { Layer } from "effect"
import { TimeToCutHttp } from "./http.ts"
import { TimeToCutRepo } from "./repo.ts"
import { TimeToCut } from "./service.ts"

export const services = TimeToCut.layerNoDeps.pipe(Layer.provide(TimeToCutRepo.layer))
export const http = TimeToCutHttp
