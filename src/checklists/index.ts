import { Layer } from "effect"
import { ChecklistsRepo } from "./repo.ts"
import { Checklists } from "./service.ts"

export const services = Checklists.layerNoDeps.pipe(Layer.provide(ChecklistsRepo.layer))
