import { Layer } from "effect"
import { ApiKeysHttp } from "./http.ts"
import { ApiKeyImportRpcHandlers } from "./import-rpc.ts"
import { UsagePurge } from "./loops.ts"
import { ApiAccessLayer, ApiKeyAuthLayer } from "./public-access.ts"
import { ApiKeysRepo } from "./repo.ts"
import { ApiKeys } from "./service.ts"

export const services = ApiKeys.layerNoDeps.pipe(Layer.provide(ApiKeysRepo.layer))
export const middlewares = Layer.mergeAll(ApiKeyAuthLayer, ApiAccessLayer)
export const http = ApiKeysHttp
export const rpc = ApiKeyImportRpcHandlers
export const loops = UsagePurge
