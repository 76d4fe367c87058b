import { ApiKeysApi } from "@svc/contract/api-keys/api"
import { ApiKeyIdInvalid } from "@svc/contract/api-keys/errors"
import { ApiKeyId } from "@svc/contract/kernel/ids"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ApiKeys } from "./service.ts"

const decodeId = Schema.decodeEffect(ApiKeyId)
const idOf = (params: { readonly keyId: string }) =>
  Effect.mapError(decodeId(params.keyId), () => new ApiKeyIdInvalid())

export const ApiKeysHttp = HttpApiBuilder.group(
  appSurface.add(ApiKeysApi),
  "api-keys",
  Effect.fn(function* (handlers) {
    const apiKeys = yield* ApiKeys
    return handlers.handleAll({
      list: () => apiKeys.list,
      create: ({ payload }) => apiKeys.create(payload),
      rotate: ({ params, payload }) =>
        Effect.flatMap(idOf(params), (id) => apiKeys.rotate(id, payload?.grace ?? "24h")),
      revoke: ({ params }) =>
        idOf(params).pipe(Effect.flatMap(apiKeys.revoke), Effect.as({ message: "API key revoked" }))
    })
  })
)
