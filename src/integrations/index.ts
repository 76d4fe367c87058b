import { Layer } from "effect"
import { IntegrationsHttp } from "./http.ts"
import { IntegrationsRepo } from "./repo.ts"
import { Integrations } from "./service.ts"

export const services = Integrations.layerNoDeps.pipe(Layer.provide(IntegrationsRepo.layer))
export const http = IntegrationsHttp
