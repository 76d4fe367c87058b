import { Layer } from "effect"
import { EntitlementsHttp } from "./http.ts"
import { PricesRepo } from "./prices-repo.ts"
import { EntitlementsRepo } from "./repo.ts"
import { Entitlements } from "./service.ts"

export const services = Entitlements.layerNoDeps.pipe(
  Layer.provide(Layer.mergeAll(EntitlementsRepo.layer, PricesRepo.layer))
)
export const http = EntitlementsHttp
