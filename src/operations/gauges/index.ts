import { Layer } from "effect"
import { GaugesLoops } from "./loops.ts"
import { Gauges } from "./service.ts"

export const loops = GaugesLoops.pipe(Layer.provide(Gauges.layer))
