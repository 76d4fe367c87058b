import { AuditAnchorsApi } from "@svc/contract/audit-anchors/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AuditAnchors } from "./service.ts"

export const AuditAnchorsHttp = HttpApiBuilder.group(
  appSurface.add(AuditAnchorsApi),
  "audit-anchors",
  Effect.fn(function* (handlers) {
    const anchors = yield* AuditAnchors
    return handlers.handleAll({
      anchors: ({ query }) => anchors.list(query),
      signingKey: () => anchors.signingKey
    })
  })
)
