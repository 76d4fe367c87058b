import { UsersRpcs } from "@svc/contract/accounts/rpc"
import { Effect } from "effect"
import { Accounts } from "./service.ts"

export const UsersRpcHandlers = UsersRpcs.toLayer(
  Effect.map(Accounts, (accounts) => UsersRpcs.of({ "users.create": (input) => accounts.createUser(input) }))
)
