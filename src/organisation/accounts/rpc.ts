import { UsersRpcs } from "@svc/contract/accounts/rpc"
import { Effect } from "effect"
import { PasswordChanges } from "./password-changes.ts"
import { Accounts } from "./service.ts"

export const UsersRpcHandlers = UsersRpcs.toLayer(
  Effect.gen(function* () {
    const accounts = yield* Accounts
    const passwords = yield* PasswordChanges
    return UsersRpcs.of({
      "users.create": (input) => accounts.createUser(input),
      "users.passwordLink": ({ email }) => passwords.link(email)
    })
  })
)
