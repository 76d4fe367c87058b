import { Layer } from "effect"
import { BatchExportRepo } from "./batch-export-repo.ts"
import { SiemBatchExport } from "./batch-export.ts"
import { Collector } from "./collectors.ts"
import { EntriesRepo } from "./entries-repo.ts"
import { SiemEntries } from "./entries.ts"
import { ForwardingRepo } from "./forwarding-repo.ts"
import { SiemForwarding } from "./forwarding.ts"
import { SiemHttp } from "./http.ts"
import { SiemLoops } from "./loops.ts"
import { SiemStream } from "./stream.ts"
import { TargetsRepo } from "./targets-repo.ts"
import { SiemTargets } from "./targets.ts"

export const services = Layer.mergeAll(
  SiemTargets.layerNoDeps,
  SiemBatchExport.layerNoDeps,
  SiemStream.layerNoDeps
).pipe(
  Layer.provideMerge(Layer.mergeAll(SiemEntries.layerNoDeps, SiemForwarding.layerNoDeps, Collector.layerNoDeps)),
  Layer.provide([TargetsRepo.layer, BatchExportRepo.layer, EntriesRepo.layer, ForwardingRepo.layer])
)
export const http = SiemHttp
export const loops = SiemLoops
