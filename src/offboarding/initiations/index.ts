import { Layer } from "effect"
import { FactsRepo } from "./facts-repo.ts"
import { InitiationsHttp } from "./http.ts"
import { ProposalsRepo } from "./proposals-repo.ts"
import { InitiationsRepo } from "./repo.ts"
import { Initiations } from "./service.ts"
import { StepsRepo } from "./steps-repo.ts"

export const services = Initiations.layerNoDeps.pipe(
  Layer.provide([InitiationsRepo.layer, StepsRepo.layer, FactsRepo.layer, ProposalsRepo.layer])
)
export const http = InitiationsHttp
