import { Layer } from "effect"
import { AuditLogHttp } from "./http.ts"
import { ReadingRepo } from "./repo.ts"
import { AuditLog } from "./service.ts"

export const services = AuditLog.layerNoDeps.pipe(Layer.provide(ReadingRepo.layer))
export const http = AuditLogHttp
