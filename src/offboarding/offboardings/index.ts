import { Layer } from "effect"
import { ContractExpiryRepo } from "./contract-expiry-repo.ts"
import { ContractExpiry } from "./contract-expiry.ts"
import { CreationRepo } from "./creation-repo.ts"
import { EditRepo } from "./edit-repo.ts"
import { OffboardingsHttp } from "./http.ts"
import { OffboardingsLoops } from "./loops.ts"
import { OwnerRepo } from "./owner-repo.ts"
import { StageAutomationRepo } from "./stage-automation-repo.ts"
import { StageAutomation } from "./stage-automation.ts"
import { OffboardingsReadRepo } from "./read-repo.ts"
import { RemovalRepo } from "./delete-case-repo.ts"
import { OffboardingsRepo } from "./repo.ts"
import { RetentionRepo } from "./retention-repo.ts"
import { OffboardingRetention } from "./retention.ts"
import { Offboardings } from "./service.ts"

export const services = Layer.mergeAll(
  OffboardingRetention.layerNoDeps,
  ContractExpiry.layerNoDeps,
  StageAutomation.layerNoDeps
).pipe(
  Layer.provideMerge(Offboardings.layerNoDeps),
  Layer.provide([
    CreationRepo.layer,
    EditRepo.layer,
    RemovalRepo.layer,
    RetentionRepo.layer,
    ContractExpiryRepo.layer,
    StageAutomationRepo.layer,
    OwnerRepo.layer,
    OffboardingsRepo.layer,
    OffboardingsReadRepo.layer
  ])
)
export const http = OffboardingsHttp
export const loops = OffboardingsLoops
