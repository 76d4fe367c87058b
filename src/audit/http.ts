import { AuditLogApi } from "@svc/contract/audit/api"
import { Caller } from "@svc/contract/kernel/access"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { RateLimits } from "#access/rate-limits"
import { withinLimit } from "#access/too-many-requests"
import { AuditLog } from "./reading.ts"
import { AuditVerification } from "./verification.ts"

const verifications = { limit: 2, windowSeconds: 60 } as const

export const AuditLogHttp = HttpApiBuilder.group(
  appSurface.add(AuditLogApi),
  "audit-log",
  Effect.fn(function* (handlers) {
    const log = yield* AuditLog
    const verification = yield* AuditVerification
    const limits = yield* RateLimits
    return handlers.handleAll({
      list: ({ query }) => log.list(query),
      verify: () =>
        Effect.flatMap(Caller, (caller) =>
          withinLimit(
            limits,
            { ...verifications, key: `audit-verify:${caller.orgId}` },
            // The session's own organisation exists.
            Effect.orDie(verification.verify(caller.orgId, caller))
          )
        )
    })
  })
)
