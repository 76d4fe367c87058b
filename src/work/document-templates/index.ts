import { Layer } from "effect"
import { DocumentTemplatesHttp } from "./http.ts"
import { DocumentTemplatesRepo } from "./repo.ts"
import { DocumentTemplates } from "./service.ts"

export const services = DocumentTemplates.layerNoDeps.pipe(Layer.provide(DocumentTemplatesRepo.layer))
export const http = DocumentTemplatesHttp
