import { Schema } from "effect"
import { Rpc, RpcGroup } from "effect/rpc"
import { OrgId } from "../kernel/ids.ts"
import { OperatorAuth } from "../kernel/operator.ts"
import { OrganisationNotFound } from "./errors.ts"
import { CreateOrganisation, Organisation, UpdateOrganisation } from "./schema.ts"

/** The operator's view: every organization of the instance (operator-4). */
export class OrganisationsRpcs extends RpcGroup.make(
  Rpc.make("create", { payload: CreateOrganisation.fields, success: Organisation }),
  Rpc.make("update", {
    payload: { orgId: OrgId, ...UpdateOrganisation.fields },
    success: Organisation,
    error: OrganisationNotFound
  }),
  Rpc.make("list", { success: Schema.Array(Organisation) }),
  Rpc.make("show", { payload: { orgId: OrgId }, success: Organisation, error: OrganisationNotFound })
)
  .prefix("organisations.")
  .middleware(OperatorAuth) {}
