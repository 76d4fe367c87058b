import { Layer } from "effect"
import { CasesHttp } from "./http.ts"
import { CasesRepo } from "./repo.ts"
import { Cases } from "./service.ts"

export const services = Cases.layerNoDeps.pipe(Layer.provide(CasesRepo.layer))
export const http = CasesHttp
