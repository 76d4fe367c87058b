import { Layer } from "effect"
import { HomeRepo } from "./home-repo.ts"
import { ReportsHttp } from "./http.ts"
import { ReportsRepo } from "./repo.ts"
import { Reports } from "./service.ts"
import { SummaryRepo } from "./summary-repo.ts"

export const services = Reports.layerNoDeps.pipe(Layer.provide([HomeRepo.layer, ReportsRepo.layer, SummaryRepo.layer]))
export const http = ReportsHttp
