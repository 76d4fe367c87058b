import { ESignatureApi, ESignatureCallbacksApi } from "@svc/contract/esignature/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { type CallbackReceipt, SignatureCallbacks } from "./callbacks.ts"
import { ESignatures } from "./service.ts"
import { SigningSettings } from "./settings.ts"

const SignaturesHttp = HttpApiBuilder.group(
  appSurface.add(ESignatureApi),
  "esignature",
  Effect.fn(function* (handlers) {
    const signatures = yield* ESignatures
    const settings = yield* SigningSettings
    return handlers.handleAll({
      request: ({ params, payload }) => signatures.request(params.documentId, payload ?? {}),
      status: ({ params }) => signatures.status(params.documentId),
      cancel: ({ params }) => Effect.as(signatures.cancel(params.documentId), { success: true as const }),
      connections: () => signatures.connections,
      settings: () => settings.show,
      changeSettings: ({ payload }) => settings.change(payload)
    })
  })
)

const answer = ({ body, contentType, headers }: CallbackReceipt) =>
  HttpServerResponse.text(body, { contentType, headers })

const CallbacksHttp = HttpApiBuilder.group(
  appSurface.add(ESignatureCallbacksApi),
  "esignature-callbacks",
  Effect.fn(function* (handlers) {
    const callbacks = yield* SignatureCallbacks
    return handlers
      .handleRaw("verify", ({ params, request }) =>
        Effect.map(callbacks.verify({ ...params, headers: request.headers, body: new Uint8Array() }), answer)
      )
      .handleRaw("receive", ({ params, request }) =>
        Effect.gen(function* () {
          // A body over the limit is a defect that answers 413, as where the platform reads it.
          const body = new Uint8Array(yield* Effect.orDie(request.arrayBuffer))
          return answer(yield* callbacks.receive({ ...params, headers: request.headers, body }))
        })
      )
  })
)

export const ESignatureHttp = Layer.mergeAll(SignaturesHttp, CallbacksHttp)
