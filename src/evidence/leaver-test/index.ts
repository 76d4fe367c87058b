import { Layer } from "effect"
import { LeaverTestArchive } from "./archive.ts"
import { LeaverTestBuildsRepo } from "./builds-repo.ts"
import { LeaverTestBuilds } from "./builds.ts"
import { LeaverFactsRepo } from "./facts-repo.ts"
import { LeaverTestHttp } from "./http.ts"
import { AuditorLinksHttp } from "./links-http.ts"
import { AuditorLinksRepo } from "./links-repo.ts"
import { AuditorLinks } from "./links.ts"
import { LeaverTestLoops } from "./loops.ts"
import { auditorPageRoute } from "./page-route.ts"
import { LeaverPopulation } from "./population.ts"
import { AuditorRoom } from "./room.ts"
import { LeaverSample } from "./sample.ts"
import { LeaverTests } from "./service.ts"
import { LeaverTestsRepo } from "./tests-repo.ts"

/** Requires `Files` from outside. */
export const services = Layer.mergeAll(
  LeaverTests.layerNoDeps,
  LeaverTestBuilds.layerNoDeps,
  AuditorLinks.layerNoDeps,
  AuditorRoom.layerNoDeps
).pipe(
  Layer.provide(LeaverTestArchive.layerNoDeps),
  Layer.provide([LeaverPopulation.layerNoDeps, LeaverSample.layerNoDeps]),
  Layer.provide([LeaverTestsRepo.layer, LeaverTestBuildsRepo.layer, LeaverFactsRepo.layer, AuditorLinksRepo.layer])
)
export const http = Layer.mergeAll(LeaverTestHttp, AuditorLinksHttp)
export const loops = LeaverTestLoops
export const page = auditorPageRoute
export const pagePaths = ["/auditor/:token", "/auditor/:token/leaver-test.zip"]
