import { Layer } from "effect"
import { AccessReturnsHttp } from "./http.ts"
import { AccessReturnsLoops } from "./loops.ts"
import { AccessReturnsRepo } from "./repo.ts"
import { AccessReturnWork } from "./returning.ts"
import { AccessReturns } from "./service.ts"

export const services = Layer.mergeAll(AccessReturns.layerNoDeps, AccessReturnWork.layerNoDeps).pipe(
  Layer.provide(AccessReturnsRepo.layer)
)
export const http = AccessReturnsHttp
export const loops = AccessReturnsLoops
