import { Layer } from "effect"
import { ApprovalChainsHttp } from "./http.ts"
import { ApprovalChainsRepo } from "./repo.ts"
import { ApprovalChains } from "./service.ts"

export const services = ApprovalChains.layerNoDeps.pipe(Layer.provide(ApprovalChainsRepo.layer))
export const http = ApprovalChainsHttp
