import { Layer } from "effect"
import { LeftBehindClosing } from "./closing.ts"
import { LeftBehindFreeing } from "./freeing.ts"
import { LeftBehindHttp } from "./http.ts"
import { ItemsRepo } from "./items-repo.ts"
import { LeftBehindLooks } from "./looks.ts"
import { LooksRepo } from "./looks-repo.ts"
import { LeftBehindLoops } from "./loops.ts"
import { LeftBehindReactions } from "./reactions.ts"
import { LeftBehindRepo } from "./repo.ts"
import { LeftBehinds } from "./service.ts"
import { SettingsRepo } from "./settings-repo.ts"

export const services = LeftBehinds.layerNoDeps.pipe(
  Layer.provideMerge(LeftBehindLooks.layerNoDeps),
  Layer.provideMerge(LeftBehindClosing.layerNoDeps),
  Layer.provideMerge(LeftBehindFreeing.layerNoDeps),
  Layer.provide(Layer.mergeAll(LeftBehindRepo.layer, ItemsRepo.layer, LooksRepo.layer, SettingsRepo.layer))
)
export const http = LeftBehindHttp
export const loops = LeftBehindLoops
export const reactions = LeftBehindReactions
