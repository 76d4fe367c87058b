import { Layer } from "effect"
import { AuditVerificationHttp } from "./http.ts"
import { VerificationRepo } from "./repo.ts"
import { AuditRpcHandlers } from "./rpc.ts"
import { AuditVerification } from "./service.ts"

export const services = AuditVerification.layerNoDeps.pipe(Layer.provide(VerificationRepo.layer))
export const http = AuditVerificationHttp
export const rpc = AuditRpcHandlers
