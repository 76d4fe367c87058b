import { Layer } from "effect"
import { GaugesLoops } from "./loops.ts"
import { GaugesRepo } from "./repo.ts"

export const loops = GaugesLoops.pipe(Layer.provide(GaugesRepo.layer))
