import { AuditRpcs } from "@svc/contract/audit-verification/rpc"
import { Effect } from "effect"
import { systemCaller } from "#platform/jobs/system-caller"
import { AuditVerification } from "./service.ts"

export const AuditRpcHandlers = AuditRpcs.toLayer(
  Effect.gen(function* () {
    const verification = yield* AuditVerification
    return AuditRpcs.of({
      "audit.verify": ({ orgId }) => verification.verify(orgId, systemCaller(orgId, "operator"))
    })
  })
)
