import { appSurface } from "@svc/contract/kernel/surfaces"
import { ScimSetUpApi } from "@svc/contract/scim/setup-api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ScimClinic } from "./clinic.ts"
import { ScimTokens } from "./service.ts"

export const ScimSetUpHttp = HttpApiBuilder.group(
  appSurface.add(ScimSetUpApi),
  "scim-setup",
  Effect.fn(function* (handlers) {
    const tokens = yield* ScimTokens
    const clinic = yield* ScimClinic
    return handlers.handleAll({
      setUp: ({ payload }) => tokens.setUp(payload?.mode ?? "literal"),
      revoke: () => Effect.as(tokens.revoke, { success: true as const }),
      config: () => tokens.config,
      requests: ({ query }) => tokens.requests(query),
      clinic: ({ payload }) => clinic.play(payload)
    })
  })
)
