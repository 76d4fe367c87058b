import { CalendlyConnectApi } from "@svc/contract/exit-interviews/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ExitInterviews } from "./service.ts"

export const ExitInterviewsHttp = HttpApiBuilder.group(
  appSurface.add(CalendlyConnectApi),
  "calendly-connect",
  Effect.fn(function* (handlers) {
    const interviews = yield* ExitInterviews
    return handlers.handleAll({ connect: ({ payload }) => interviews.connect(payload) })
  })
)
