import { Layer } from "effect"
import { OrganisationSettingsHttp } from "./http.ts"
import { OrganisationSettingsRepo } from "./repo.ts"
import { OrganisationSettings } from "./service.ts"

export const services = OrganisationSettings.layerNoDeps.pipe(Layer.provide(OrganisationSettingsRepo.layer))
export const http = OrganisationSettingsHttp
