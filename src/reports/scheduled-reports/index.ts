import { Layer } from "effect"
import { ReportAudiences } from "./audiences.ts"
import { ReportCopies } from "./copies.ts"
import { ReportDelivery } from "./delivery.ts"
import { FiguresRepo } from "./figures-repo.ts"
import { ScheduledReportsHttp } from "./http.ts"
import { ListsRepo } from "./lists-repo.ts"
import { DistributionLists } from "./lists.ts"
import { ScheduledReportsLoops } from "./loops.ts"
import { ReportMatters } from "./matters.ts"
import { ReportsRepo } from "./reports-repo.ts"
import { ReportRounds } from "./rounds.ts"
import { RunsRepo } from "./runs-repo.ts"
import { ScheduledReports } from "./service.ts"

const repos = Layer.mergeAll(
  ReportsRepo.layer,
  ListsRepo.layer,
  RunsRepo.layer,
  ReportMatters.layerNoDeps.pipe(Layer.provide([FiguresRepo.layer, ReportsRepo.layer]))
)

const audiences = ReportAudiences.layerNoDeps

const rounds = ReportRounds.layerNoDeps.pipe(
  Layer.provide(ReportDelivery.layerNoDeps),
  Layer.provide(ReportCopies.layerNoDeps)
)

export const services = Layer.mergeAll(ScheduledReports.layerNoDeps, DistributionLists.layerNoDeps, rounds).pipe(
  Layer.provide(audiences),
  Layer.provide(repos)
)
export const http = ScheduledReportsHttp
export const loops = ScheduledReportsLoops
