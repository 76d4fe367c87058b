import { ChatApi, SlackInteractionsApi } from "@svc/contract/chat/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SlackInteractions } from "./interactions.ts"
import { Teams } from "./teams.ts"

const TeamsHttp = HttpApiBuilder.group(
  appSurface.add(ChatApi),
  "chat",
  Effect.fn(function* (handlers) {
    const teams = yield* Teams
    return handlers.handleAll({
      connectTeams: ({ payload }) => teams.connect(payload),
      testTeams: () => teams.test
    })
  })
)

const InteractionsHttp = HttpApiBuilder.group(
  appSurface.add(SlackInteractionsApi),
  "slack-interactions",
  Effect.fn(function* (handlers) {
    const interactions = yield* SlackInteractions
    return handlers.handleAll({
      interact: Effect.fnUntraced(function* ({ request }) {
        yield* interactions.take({
          timestamp: request.headers["x-slack-request-timestamp"],
          signature: request.headers["x-slack-signature"],
          // A body over the limit is a defect that answers 413, as where the platform reads it.
          body: yield* Effect.orDie(request.text)
        })
      })
    })
  })
)

export const ChatHttp = Layer.mergeAll(TeamsHttp, InteractionsHttp)
