import { Layer } from "effect"
import { ChecklistTemplatesHttp } from "./http.ts"
import { ChecklistTemplatesRepo } from "./repo.ts"
import { ChecklistTemplates } from "./service.ts"

export const services = ChecklistTemplates.layerNoDeps.pipe(Layer.provide(ChecklistTemplatesRepo.layer))
export const http = ChecklistTemplatesHttp
