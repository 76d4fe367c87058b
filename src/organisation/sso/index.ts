import { Layer } from "effect"
import { SsoHttp } from "./http.ts"
import { SsoRepo } from "./repo.ts"
import { Sso } from "./service.ts"
import { SsoConfiguration } from "./settings.ts"

export const services = Layer.mergeAll(Sso.layerNoDeps, SsoConfiguration.layerNoDeps).pipe(Layer.provide(SsoRepo.layer))
export const http = SsoHttp
