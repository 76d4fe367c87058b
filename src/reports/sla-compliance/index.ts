import { Layer } from "effect"
import { SignedFiles } from "#platform/files/signed-file"
import { SlaComplianceHttp } from "./http.ts"
import { SlaComplianceRepo } from "./repo.ts"
import { SlaCompliance } from "./service.ts"

export const services = SlaCompliance.layerNoDeps.pipe(
  Layer.provide([SlaComplianceRepo.layer, SignedFiles.layerNoDeps])
)
export const http = SlaComplianceHttp
