import { Layer } from "effect"
import { ScimClinic } from "./clinic.ts"
import { ScimCompatHttp, ScimDiscoveryHttp, ScimUsersHttp } from "./http.ts"
import { ScimRepo } from "./repo.ts"
import {
  ScimAccessLayer,
  ScimCompatLayer,
  ScimDecodingLayer,
  ScimLimitsLayer,
  ScimTokenAuthLayer
} from "./scim-access.ts"
import { Scim, ScimTokens } from "./service.ts"
import { ScimSetUpHttp } from "./setup-http.ts"
import { ScimTokensRepo } from "./tokens-repo.ts"

export const services = ScimClinic.layerNoDeps.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      Scim.layerNoDeps.pipe(Layer.provide(ScimRepo.layer)),
      ScimTokens.layerNoDeps.pipe(Layer.provide(ScimTokensRepo.layer))
    )
  )
)
export const middlewares = Layer.mergeAll(
  ScimLimitsLayer,
  ScimTokenAuthLayer,
  ScimAccessLayer,
  ScimCompatLayer,
  ScimDecodingLayer
)
export const http = Layer.mergeAll(ScimUsersHttp, ScimDiscoveryHttp, ScimCompatHttp, ScimSetUpHttp)
