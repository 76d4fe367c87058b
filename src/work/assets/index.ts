import { Layer } from "effect"
import { AssetsHttp } from "./http.ts"
import { AssetsLoops } from "./loops.ts"
import { OverdueRepo } from "./overdue-repo.ts"
import { OverdueAssets } from "./overdue.ts"
import { AssetsReadRepo } from "./read-repo.ts"
import { AssetsRepo } from "./repo.ts"
import { Assets } from "./service.ts"
import { ShipmentsRepo } from "./shipments-repo.ts"

export const services = Layer.mergeAll(Assets.layerNoDeps, OverdueAssets.layerNoDeps).pipe(
  Layer.provide([AssetsRepo.layer, AssetsReadRepo.layer, OverdueRepo.layer, ShipmentsRepo.layer])
)
export const http = AssetsHttp
export const loops = AssetsLoops
