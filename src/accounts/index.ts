import { Layer } from "effect"
import { Challenges } from "./challenges.ts"
import { AccountsHttp } from "./http.ts"
import { Passwords } from "./passwords.ts"
import { AccountsRepo } from "./repo.ts"
import { UsersRpcHandlers } from "./rpc.ts"
import { SecondFactorHttp } from "./second-factor-http.ts"
import { SecondFactorRepo } from "./second-factor-repo.ts"
import { SecondFactorSignIn } from "./second-factor-sign-in.ts"
import { SecondFactor } from "./second-factor.ts"
import { Accounts } from "./service.ts"

export const services = SecondFactorSignIn.layerNoDeps.pipe(
  Layer.provideMerge(Accounts.layerNoDeps),
  Layer.provide(Challenges.layerNoDeps),
  Layer.provideMerge(SecondFactor.layerNoDeps),
  Layer.provide(Layer.mergeAll(AccountsRepo.layer, SecondFactorRepo.layer, Passwords.layerNoDeps))
)
export const http = Layer.mergeAll(AccountsHttp, SecondFactorHttp)
export const rpc = UsersRpcHandlers
