import { AuditRpcs } from "@svc/contract/audit/rpc"
import { Effect } from "effect"
import { systemCaller } from "#platform/system-caller"
import { AuditVerification } from "./verification.ts"

export const AuditRpcHandlers = AuditRpcs.toLayer(
  Effect.gen(function* () {
    const verification = yield* AuditVerification
    return AuditRpcs.of({
      "audit.verify": ({ orgId }) => verification.verify(orgId, systemCaller(orgId, "operator"))
    })
  })
)
