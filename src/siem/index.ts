import { Layer } from "effect"
import { SiemBatchExport } from "./batch-export.ts"
import { Collector } from "./collector.ts"
import { SiemHttp } from "./http.ts"
import { TargetsRepo } from "./targets-repo.ts"
import { SiemTargets } from "./targets.ts"

export const services = Layer.mergeAll(SiemTargets.layerNoDeps, SiemBatchExport.layerNoDeps).pipe(
  Layer.provide(TargetsRepo.layer),
  Layer.provideMerge(Collector.layerNoDeps)
)
export const http = SiemHttp
