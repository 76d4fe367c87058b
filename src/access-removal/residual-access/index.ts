import { Layer } from "effect"
import { ChecksRepo } from "./checks-repo.ts"
import { ResidualAccessChecks } from "./checks.ts"
import { ResidualAccessHttp } from "./http.ts"
import { ResidualAccessLoops } from "./loops.ts"
import { ResidualAccessReactions } from "./reactions.ts"
import { ResidualAccessRepo } from "./repo.ts"
import { ResidualAccesses } from "./service.ts"
import { UnverifiedRepo } from "./unverified-repo.ts"

export const services = ResidualAccessChecks.layerNoDeps.pipe(
  Layer.provideMerge(ResidualAccesses.layerNoDeps),
  Layer.provide(Layer.mergeAll(ResidualAccessRepo.layer, ChecksRepo.layer, UnverifiedRepo.layer))
)
export const http = ResidualAccessHttp
export const loops = ResidualAccessLoops
export const reactions = ResidualAccessReactions
