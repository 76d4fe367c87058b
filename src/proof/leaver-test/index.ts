import { Layer } from "effect"
import { AuditorLinksHttp } from "./links-http.ts"
import { AuditorLinksRepo } from "./links-repo.ts"
import { AuditorLinks } from "./links.ts"
import { auditorPageRoute } from "./page-route.ts"
import { AuditorRoom } from "./room.ts"
import { LeaverTestsRepo } from "./tests-repo.ts"

export const services = Layer.mergeAll(AuditorLinks.layerNoDeps, AuditorRoom.layerNoDeps).pipe(
  Layer.provide([AuditorLinksRepo.layer, LeaverTestsRepo.layer])
)
export const http = AuditorLinksHttp
export const page = auditorPageRoute
export const pagePaths = ["/auditor/:token", "/auditor/:token/leaver-test.zip"]
