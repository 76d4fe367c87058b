import { Layer } from "effect"
import { ScimCompatHttp, ScimDiscoveryHttp, ScimUsersHttp } from "./http.ts"
import { ScimRepo } from "./repo.ts"
import { Scim, ScimTokens } from "./service.ts"
import { ScimSetUpHttp } from "./setup-http.ts"
import { ScimTokensRepo } from "./tokens-repo.ts"

export const services = Layer.mergeAll(
  Scim.layerNoDeps.pipe(Layer.provide(ScimRepo.layer)),
  ScimTokens.layerNoDeps.pipe(Layer.provide(ScimTokensRepo.layer))
)
export const http = Layer.mergeAll(ScimUsersHttp, ScimDiscoveryHttp, ScimCompatHttp, ScimSetUpHttp)
