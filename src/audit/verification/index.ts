import { Layer } from "effect"
import { AnchorComparison } from "./anchored.ts"
import { AnchoredRepo } from "./anchors-repo.ts"
import { AuditVerificationHttp } from "./http.ts"
import { VerificationRepo } from "./repo.ts"
import { AuditRpcHandlers } from "./rpc.ts"
import { AuditVerification } from "./service.ts"

export const services = AuditVerification.layerNoDeps.pipe(
  Layer.provide(AnchorComparison.layerNoDeps),
  Layer.provide([VerificationRepo.layer, AnchoredRepo.layer])
)
export const http = AuditVerificationHttp
export const rpc = AuditRpcHandlers
