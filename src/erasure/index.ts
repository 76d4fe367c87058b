import { Layer } from "effect"
import { CopiesRepo } from "./copies-repo.ts"
import { ErasureHttp } from "./http.ts"
import { ErasureLedger } from "./ledger.ts"
import { KeyUsesRepo } from "./key-uses-repo.ts"
import { ErasureLoops } from "./loops.ts"
import { ErasuresRepo } from "./repo.ts"
import { Erasures } from "./service.ts"

/** Requires `Files` from outside. */
export const services = ErasureLedger.layerNoDeps.pipe(
  Layer.provideMerge(Erasures.layerNoDeps),
  Layer.provide([ErasuresRepo.layer, KeyUsesRepo.layer, CopiesRepo.layer])
)
export const http = ErasureHttp
export const loops = ErasureLoops
