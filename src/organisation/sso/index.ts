import { Effect, Layer } from "effect"
import { SignOutAddress } from "#organisation/accounts/service"
import { SsoHttp } from "./http.ts"
import { SsoRepo } from "./repo.ts"
import { Sso } from "./service.ts"
import { SsoConfiguration } from "./settings.ts"

export const services = Layer.effect(
  SignOutAddress,
  Effect.map(Sso, ({ logoutUrl }) => logoutUrl)
).pipe(Layer.provideMerge(Layer.mergeAll(Sso.layerNoDeps, SsoConfiguration.layerNoDeps)), Layer.provide(SsoRepo.layer))
export const http = SsoHttp
