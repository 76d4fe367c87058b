import { AuditVerificationApi } from "@svc/contract/audit-verification/api"
import { Caller } from "@svc/contract/kernel/access"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { RateLimits } from "#access/rate-limits"
import { withinLimit } from "#access/too-many-requests"
import { AuditVerification } from "./service.ts"

const verifications = { limit: 2, windowSeconds: 60 } as const

export const AuditVerificationHttp = HttpApiBuilder.group(
  appSurface.add(AuditVerificationApi),
  "audit-verification",
  Effect.fn(function* (handlers) {
    const verification = yield* AuditVerification
    const limits = yield* RateLimits
    return handlers.handleAll({
      verify: () =>
        Effect.flatMap(Caller, (caller) =>
          withinLimit(
            limits,
            { ...verifications, key: `audit-verify:${caller.orgId}` },
            // The session's organization exists.
            Effect.orDie(verification.verify(caller.orgId, caller))
          )
        )
    })
  })
)
