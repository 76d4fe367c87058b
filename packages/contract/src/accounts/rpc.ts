import { Schema } from "effect"
import { Rpc, RpcGroup } from "effect/rpc"
import { PlanLimitExceeded, PlanLimitReached } from "../kernel/errors.ts"
import { OperatorAuth } from "../kernel/operator.ts"
import { OrganisationNotFound } from "../organisations/errors.ts"
import { EmailTaken } from "./errors.ts"
import { CreatedUser, CreateUser } from "./schema.ts"

/** The operator's way to a first user (operator-5). */
export class UsersRpcs extends RpcGroup.make(
  Rpc.make("create", {
    payload: CreateUser.fields,
    success: CreatedUser,
    error: Schema.Union([OrganisationNotFound, EmailTaken, PlanLimitReached, PlanLimitExceeded])
  })
)
  .prefix("users.")
  .middleware(OperatorAuth) {}
