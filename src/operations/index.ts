import { Layer } from "effect"
import * as Gauges from "./gauges/index.ts"
import * as Partitions from "./partitions/index.ts"

/** Operator tooling. */
export const loops = Layer.mergeAll(Gauges.loops, Partitions.loops)
