import { Layer } from "effect"
import { Challenges } from "./challenges.ts"
import { AccountsHttp } from "./http.ts"
import { Passwords } from "./passwords.ts"
import { AccountsRepo } from "./repo.ts"
import { UsersRpcHandlers } from "./rpc.ts"
import { Accounts } from "./service.ts"

export const services = Accounts.layerNoDeps.pipe(
  Layer.provide(Layer.mergeAll(AccountsRepo.layer, Passwords.layerNoDeps, Challenges.layerNoDeps))
)
export const http = AccountsHttp
export const rpc = UsersRpcHandlers
