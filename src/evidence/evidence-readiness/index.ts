import { Layer } from "effect"
import { EvidenceReadinessHttp } from "./http.ts"
import { EvidenceReadinessRepo } from "./repo.ts"
import { EvidenceReadiness } from "./service.ts"

export const services = EvidenceReadiness.layerNoDeps.pipe(Layer.provide(EvidenceReadinessRepo.layer))
export const http = EvidenceReadinessHttp
