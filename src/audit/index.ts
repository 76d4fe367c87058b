import { Layer } from "effect"
import { AuditLogHttp } from "./http.ts"
import { PersonKeys } from "./person-keys.ts"
import { ReadingRepo } from "./reading-repo.ts"
import { AuditLog } from "./reading.ts"
import { AuditRepo } from "./repo.ts"
import { AuditRpcHandlers } from "./rpc.ts"
import { Audit } from "./service.ts"
import { VerificationRepo } from "./verification-repo.ts"
import { AuditVerification } from "./verification.ts"

export const services = Layer.mergeAll(AuditLog.layerNoDeps, AuditVerification.layerNoDeps).pipe(
  Layer.provideMerge(Audit.layerNoDeps),
  Layer.provideMerge(PersonKeys.layerNoDeps),
  Layer.provide(Layer.mergeAll(AuditRepo.layer, ReadingRepo.layer, VerificationRepo.layer))
)
export const http = AuditLogHttp
export const rpc = AuditRpcHandlers
