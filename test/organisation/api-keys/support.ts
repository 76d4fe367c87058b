import { NodeHttpServer } from "@effect/platform-node"
import { ApiKeysApi } from "@svc/contract/api-keys/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Layer } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import * as ApiKeysDomain from "#organisation/api-keys/index"
import { middlewares } from "#test/support/middlewares"
import { TestServices } from "#test/support/TestApp"

/** The domain's services and its job, on a database of their own. */
export const ApiKeysServices = ApiKeysDomain.loops.pipe(Layer.provideMerge(TestServices))

/** The domain's routes on a real socket, behind the real doors. */
export const ApiKeysSurface = HttpRouter.serve(
  HttpApiBuilder.layer(appSurface.add(ApiKeysApi)).pipe(Layer.provide(ApiKeysDomain.http), Layer.provide(middlewares)),
  { disableLogger: true, disableListenLog: true }
).pipe(Layer.provideMerge(NodeHttpServer.layerTest), Layer.provideMerge(ApiKeysServices))
