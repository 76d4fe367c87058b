import { Layer } from "effect"
import { AnswersRepo } from "./answers-repo.ts"
import { ApiKeysHttp } from "./http.ts"
import { IdempotencyKeysLayer, KeyAnswers } from "./idempotency.ts"
import { UsagePurge } from "./loops.ts"
import { ApiAccessLayer, ApiKeyAuthLayer } from "./public-access.ts"
import { ApiKeysRepo } from "./repo.ts"
import { ApiKeysRpcHandlers } from "./rpc.ts"
import { ApiKeys } from "./service.ts"

export const services = Layer.mergeAll(ApiKeys.layerNoDeps, KeyAnswers.layerNoDeps).pipe(
  Layer.provide([ApiKeysRepo.layer, AnswersRepo.layer])
)
export const middlewares = Layer.mergeAll(ApiKeyAuthLayer, ApiAccessLayer, IdempotencyKeysLayer)
export const http = ApiKeysHttp
export const rpc = ApiKeysRpcHandlers
export const loops = UsagePurge
