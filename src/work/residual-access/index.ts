import { Layer } from "effect"
import { ChecksRepo } from "./checks-repo.ts"
import { ResidualAccessChecks } from "./checks.ts"
import { ResidualFindings } from "./findings.ts"
import { ResidualAccessHttp } from "./http.ts"
import { ResidualAccessLoops } from "./loops.ts"
import { ResidualAccessReactions } from "./reactions.ts"
import { ResidualAccessRepo } from "./repo.ts"
import { ResidualAccesses } from "./service.ts"
import { UnverifiedRepo } from "./unverified-repo.ts"

export const services = Layer.mergeAll(ResidualAccesses.layerNoDeps, ResidualAccessChecks.layerNoDeps).pipe(
  Layer.provideMerge(ResidualFindings.layerNoDeps),
  Layer.provide(Layer.mergeAll(ResidualAccessRepo.layer, ChecksRepo.layer, UnverifiedRepo.layer))
)
export const http = ResidualAccessHttp
export const loops = ResidualAccessLoops
export const reactions = ResidualAccessReactions
