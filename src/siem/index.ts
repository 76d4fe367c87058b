import { Layer } from "effect"
import { SiemBatchExport } from "./batch-export.ts"
import { Collector } from "./collector.ts"

export const services = Layer.mergeAll(SiemBatchExport.layerNoDeps, Collector.layerNoDeps)
