import { Layer } from "effect"
import { GlobalTokenRevocationHttp } from "./http.ts"
import { KeySets } from "./key-sets.ts"
import { GlobalTokenRevocationRepo } from "./repo.ts"
import { GlobalTokenRevocation } from "./service.ts"
import { GlobalTokenRevocationConfiguration } from "./settings.ts"

export const services = Layer.mergeAll(
  GlobalTokenRevocation.layerNoDeps,
  GlobalTokenRevocationConfiguration.layerNoDeps
).pipe(Layer.provide(Layer.mergeAll(GlobalTokenRevocationRepo.layer, KeySets.layerNoDeps)))
export const http = GlobalTokenRevocationHttp
