import type { Caller } from "@svc/contract/kernel/access"
import { Context, Effect } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import { layerOf } from "#platform/services/layer-of"
import type { makeAnswer } from "./server.ts"

/** Most processes are never asked by an assistant: what speaks the protocol is loaded with the first request. */
const server = Effect.promise(() => import("./server.ts"))

/** What assistants can reach, behind the key's middleware. */
export class Assistants extends Context.Service<
  Assistants,
  {
    /** Answers one request of the transport, whatever its method. */
    readonly answer: Effect.Effect<
      HttpServerResponse.HttpServerResponse,
      never,
      Caller | HttpServerRequest.HttpServerRequest
    >
  }
>()("svc/mcp/Assistants") {
  static readonly layerNoDeps = layerOf(Assistants, function* () {
    const context = yield* Effect.context<Effect.Services<typeof makeAnswer>>()
    // A client that leaves during loading leaves the result to the next ones.
    const made = yield* Effect.flatMap(server, (module) => module.makeAnswer).pipe(
      Effect.provideContext(context),
      Effect.uninterruptible,
      Effect.cached
    )
    return Assistants.of({ answer: Effect.flatten(made) })
  })
}
