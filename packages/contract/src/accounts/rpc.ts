import { Schema } from "effect"
import { Rpc, RpcGroup } from "effect/rpc"
import { PlanLimitExceeded, PlanLimitReached } from "../kernel/errors.ts"
import { OperatorAuth } from "../kernel/operator.ts"
import { EmailAddress } from "../kernel/text.ts"
import { OrganisationNotFound } from "../organisations/errors.ts"
import { AccountNotFound, EmailTaken } from "./errors.ts"
import { CreatedUser, CreateUser, PasswordLink } from "./schema.ts"

/** The operator's way to a first user (operator-5), and back in for one who is locked out. */
export class UsersRpcs extends RpcGroup.make(
  Rpc.make("create", {
    payload: CreateUser.fields,
    success: CreatedUser,
    error: Schema.Union([OrganisationNotFound, EmailTaken, PlanLimitReached, PlanLimitExceeded])
  }),
  Rpc.make("passwordLink", {
    payload: { email: EmailAddress },
    success: PasswordLink,
    error: AccountNotFound
  })
)
  .prefix("users.")
  .middleware(OperatorAuth) {}
