import { CalendlyCallbacksApi, CalendlyConnectApi, ExitInterviewsApi } from "@svc/contract/exit-interviews/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answeringRetryLater } from "#platform/http/retry-later"
import { CalendlyCallbacks } from "./callbacks.ts"
import { CalendlyConnecting } from "./connect.ts"
import { ExitInterviews } from "./service.ts"

const ConnectHttp = HttpApiBuilder.group(
  appSurface.add(CalendlyConnectApi),
  "calendly-connect",
  Effect.fn(function* (handlers) {
    const connecting = yield* CalendlyConnecting
    return handlers.handleAll({ connect: ({ payload }) => connecting.connect(payload) })
  })
)

const InterviewsHttp = HttpApiBuilder.group(
  appSurface.add(ExitInterviewsApi),
  "exit-interviews",
  Effect.fn(function* (handlers) {
    const interviews = yield* ExitInterviews
    return handlers.handleAll({
      show: ({ params }) => interviews.show(params.id),
      invite: ({ params, payload }) => answeringRetryLater(interviews.invite(params.id, payload ?? { again: false })),
      mark: ({ params, payload }) => interviews.mark(params.id, payload.completed)
    })
  })
)

const CallbacksHttp = HttpApiBuilder.group(
  appSurface.add(CalendlyCallbacksApi),
  "calendly-callbacks",
  Effect.fn(function* (handlers) {
    const callbacks = yield* CalendlyCallbacks
    return handlers.handleAll({
      receive: ({ query, request }) =>
        Effect.gen(function* () {
          // A body over the limit is a defect that answers 413, as where the platform reads it.
          const body = new Uint8Array(yield* Effect.orDie(request.arrayBuffer))
          return yield* callbacks.receive({
            connection: query.connection,
            signature: request.headers["calendly-webhook-signature"],
            body
          })
        })
    })
  })
)

export const ExitInterviewsHttp = Layer.mergeAll(ConnectHttp, InterviewsHttp, CallbacksHttp)
