import { Layer } from "effect"
import { Erasure } from "./erasure.ts"
import { ErasureRepo } from "./erasure-repo.ts"
import { PersonKeys } from "./person-keys.ts"
import { AuditRepo } from "./repo.ts"
import { Audit } from "./service.ts"

export const services = Erasure.layerNoDeps.pipe(
  Layer.provideMerge(Audit.layerNoDeps),
  Layer.provideMerge(PersonKeys.layerNoDeps),
  Layer.provide([AuditRepo.layer, ErasureRepo.layer])
)
