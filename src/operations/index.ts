import { Layer } from "effect"
import * as Gauges from "./gauges/index.ts"
import * as Partitions from "./partitions/index.ts"

/** What whoever runs the service needs of it. */
export const loops = Layer.mergeAll(Gauges.loops, Partitions.loops)
