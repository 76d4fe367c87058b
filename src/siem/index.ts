import { Layer } from "effect"
import { BatchExportRepo } from "./batch-export-repo.ts"
import { SiemBatchExport } from "./batch-export.ts"
import { Collector } from "./collector.ts"
import { EntriesRepo } from "./entries-repo.ts"
import { SiemEntries } from "./entries.ts"
import { ForwardingRepo } from "./forwarding-repo.ts"
import { SiemForwarding } from "./forwarding.ts"

export const services = Layer.mergeAll(
  SiemBatchExport.layerNoDeps,
  SiemEntries.layerNoDeps,
  SiemForwarding.layerNoDeps,
  Collector.layerNoDeps
).pipe(Layer.provide([BatchExportRepo.layer, EntriesRepo.layer, ForwardingRepo.layer]))
