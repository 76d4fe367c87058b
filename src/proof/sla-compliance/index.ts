import { Layer } from "effect"
import { SignedFiles } from "#platform/files/signed-file"
import { TrendsRepo } from "#proof/trends/repo"
import { SlaComplianceHttp } from "./http.ts"
import { SlaComplianceRepo } from "./repo.ts"
import { SlaCompliance } from "./service.ts"

export const services = SlaCompliance.layerNoDeps.pipe(
  Layer.provide([SlaComplianceRepo.layer, TrendsRepo.layer, SignedFiles.layerNoDeps])
)
export const http = SlaComplianceHttp
