import { Layer } from "effect"
import { ReportsHttp } from "./http.ts"
import { ReportsRepo } from "./repo.ts"
import { Reports } from "./service.ts"
import { SummaryRepo } from "./summary-repo.ts"

export const services = Reports.layerNoDeps.pipe(Layer.provide([ReportsRepo.layer, SummaryRepo.layer]))
export const http = ReportsHttp
