import { Layer } from "effect"
import { PersonKeys } from "./person-keys.ts"
import { AuditRepo } from "./repo.ts"
import { Audit } from "./service.ts"

export const services = Audit.layerNoDeps.pipe(
  Layer.provideMerge(PersonKeys.layerNoDeps),
  Layer.provide(AuditRepo.layer)
)
