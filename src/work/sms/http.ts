import { appSurface } from "@svc/contract/kernel/surfaces"
import { SmsConnectApi, SmsStatusApi } from "@svc/contract/sms/api"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SmsCallbacks } from "./callbacks.ts"
import { SmsConnecting } from "./connect.ts"

const ConnectHttp = HttpApiBuilder.group(
  appSurface.add(SmsConnectApi),
  "sms-connect",
  Effect.fn(function* (handlers) {
    const connecting = yield* SmsConnecting
    return handlers.handleAll({ connect: ({ payload }) => connecting.connect(payload) })
  })
)

const StatusHttp = HttpApiBuilder.group(
  appSurface.add(SmsStatusApi),
  "sms-status",
  Effect.fn(function* (handlers) {
    const callbacks = yield* SmsCallbacks
    return handlers.handleAll({
      receive: ({ query, request }) =>
        Effect.gen(function* () {
          yield* callbacks.receive({
            integration: query.integration,
            message: query.message,
            path: request.url,
            signature: request.headers["x-twilio-signature"],
            // A body over the limit is a defect that answers 413, as where the platform reads it.
            body: yield* Effect.orDie(request.text)
          })
          return { received: true as const }
        })
    })
  })
)

export const SmsHttp = Layer.mergeAll(ConnectHttp, StatusHttp)
