import { ApiKeyImportRpcs } from "@svc/contract/api-keys/import-rpc"
import { Effect } from "effect"
import { ApiKeys } from "./service.ts"

export const ApiKeyImportRpcHandlers = ApiKeyImportRpcs.toLayer(
  Effect.gen(function* () {
    const apiKeys = yield* ApiKeys
    return ApiKeyImportRpcs.of({ "keys.import": (input) => apiKeys.importKey(input) })
  })
)
