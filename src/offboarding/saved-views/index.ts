import { Layer } from "effect"
import { SavedViewsHttp } from "./http.ts"
import { SavedViewsRepo } from "./repo.ts"
import { SavedViews } from "./service.ts"

export const services = SavedViews.layerNoDeps.pipe(Layer.provide(SavedViewsRepo.layer))
export const http = SavedViewsHttp
