import { Layer } from "effect"
import { LeaverTestArchive } from "./archive.ts"
import { LeaverTestBuildsRepo } from "./builds-repo.ts"
import { LeaverTestBuilds } from "./builds.ts"
import { LeaverTestExpiry } from "./expiry.ts"
import { LeaverFactsRepo } from "./facts-repo.ts"
import { LeaverTestHttp } from "./http.ts"
import { LeaverTestLoops } from "./loops.ts"
import { LeaverPopulation } from "./population.ts"
import { LeaverSample } from "./sample.ts"
import { LeaverTests } from "./service.ts"
import { LeaverTestsRepo } from "./tests-repo.ts"

/** Requires `Files` from outside. */
export const services = Layer.mergeAll(
  LeaverTests.layerNoDeps,
  LeaverTestBuilds.layerNoDeps,
  LeaverTestExpiry.layerNoDeps
).pipe(
  Layer.provide(LeaverTestArchive.layerNoDeps),
  Layer.provide([LeaverPopulation.layerNoDeps, LeaverSample.layerNoDeps]),
  Layer.provide([LeaverTestsRepo.layer, LeaverTestBuildsRepo.layer, LeaverFactsRepo.layer])
)
export const http = LeaverTestHttp
export const loops = LeaverTestLoops
