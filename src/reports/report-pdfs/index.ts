import { Layer } from "effect"
import { ReportPdfsHttp } from "./http.ts"
import { IssuedPdfs } from "./issued-pdfs.ts"
import { ReportPdfsRepo } from "./repo.ts"
import { ReportPdfs } from "./service.ts"

export const services = ReportPdfs.layerNoDeps.pipe(
  Layer.provideMerge(IssuedPdfs.layerNoDeps),
  Layer.provide(ReportPdfsRepo.layer)
)
export const http = ReportPdfsHttp
