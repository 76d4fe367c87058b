import { ApiKeysApi } from "@svc/contract/api-keys/api"
import type { CreateApiKey, RotationGrace } from "@svc/contract/api-keys/schema"
import type { ApiKeyId } from "@svc/contract/kernel/ids"
import { clientOf } from "#platform/api.ts"
import { action, queryOne } from "#platform/atoms.ts"

const apiKeys = clientOf(ApiKeysApi)

const changed = () => ["api keys"]

export const keys = queryOne(() => apiKeys.list({}), ["api keys"])

export const createKey = action((payload: CreateApiKey) => apiKeys.create({ payload }), changed)

export const rotateKey = action(
  ({ grace, keyId }: { readonly keyId: ApiKeyId; readonly grace: RotationGrace }) =>
    apiKeys.rotate({ params: { keyId }, payload: { grace } }),
  changed
)

export const revokeKey = action((keyId: ApiKeyId) => apiKeys.revoke({ params: { keyId } }), changed)
