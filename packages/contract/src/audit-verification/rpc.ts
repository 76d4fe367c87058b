import { Rpc, RpcGroup } from "effect/rpc"
import { OrgId } from "../kernel/ids.ts"
import { OperatorAuth } from "../kernel/operator.ts"
import { OrganisationNotFound } from "../organisations/errors.ts"
import { ChainReport } from "./schema.ts"

/** The operator's view of the chains (operator-7). */
export class AuditRpcs extends RpcGroup.make(
  Rpc.make("verify", { payload: { orgId: OrgId }, success: ChainReport, error: OrganisationNotFound })
)
  .prefix("audit.")
  .middleware(OperatorAuth) {}
