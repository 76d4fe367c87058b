import { Layer } from "effect"
import { OutboxLoops } from "./loops.ts"
import { OutboxRepo } from "./repo.ts"
import { Outbox } from "./service.ts"

export const services = Outbox.layerNoDeps.pipe(Layer.provide(OutboxRepo.layer))
export const loops = OutboxLoops
