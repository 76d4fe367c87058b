import { ApiKeysApi } from "@svc/contract/api-keys/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ApiKeys } from "./service.ts"

export const ApiKeysHttp = HttpApiBuilder.group(
  appSurface.add(ApiKeysApi),
  "api-keys",
  Effect.fn(function* (handlers) {
    const apiKeys = yield* ApiKeys
    return handlers.handleAll({
      list: () => apiKeys.list,
      create: ({ payload }) => apiKeys.create(payload),
      rotate: ({ params, payload }) => apiKeys.rotate(params.keyId, payload?.grace ?? "24h"),
      revoke: ({ params }) => Effect.as(apiKeys.revoke(params.keyId), { message: "API key revoked" })
    })
  })
)
