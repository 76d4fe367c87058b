import { RpcGroup } from "effect/rpc"
import { UsersRpcs } from "./accounts/rpc.ts"
import { ApiKeysRpcs } from "./api-keys/rpc.ts"
import { AuditRpcs } from "./audit-verification/rpc.ts"
import { JobsRpcs } from "./jobs/rpc.ts"
import { OrganisationsRpcs } from "./organisations/rpc.ts"
import { InstanceRpcs } from "./platform/rpc.ts"

/** `/rpc`, by operator token: the admin command and internal tools (operator-1). */
export class OperatorRpcs extends RpcGroup.make().merge(
  OrganisationsRpcs,
  UsersRpcs,
  ApiKeysRpcs,
  JobsRpcs,
  AuditRpcs,
  InstanceRpcs
) {}
