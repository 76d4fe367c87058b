import { ByteSize, Context, Effect, Semaphore, type Types } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { errorResponse, unavailableResponse } from "#platform/http/error-bodies"
import { flawOfJson } from "#platform/http/body-text"

/** The command sends one message a body. */
const mostMessages = 8
const mostBytes = ByteSize.kilobytes(64)
const mostAtOnce = 16

interface Noted {
  databaseIsAway: boolean
}

const Current = Context.Reference<Noted | undefined>("svc/access/OperatorCall", { defaultValue: () => undefined })

/** What a procedure tells the request that carries it: the protocol has no status of its own. */
export const OperatorCall = {
  noteDatabaseAway: Effect.map(Current, (noted) => {
    if (noted !== undefined) noted.databaseIsAway = true
  })
}

const messagesIn = (text: string) => text.split("\n").filter((line) => line.trim() !== "").length

/**
 * Limits of `/rpc`, behind `operatorOnly`: 64 kB and 8 messages per body, 16 concurrent bodies. A procedure without a
 * database returns 503, as everywhere.
 */
export const operatorBounds = HttpRouter.middleware(
  Effect.map(
    Semaphore.make(mostAtOnce),
    (places) =>
      (
        handler
      ): Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled, HttpServerRequest.HttpServerRequest> => {
        const answer = Effect.gen(function* () {
          const request = yield* HttpServerRequest.HttpServerRequest
          const body = yield* Effect.orDie(request.text)
          const flaw = flawOfJson(body)
          if (flaw !== undefined) return errorResponse("/rpc", 400, flaw)
          const count = messagesIn(body)
          if (count > mostMessages) {
            return errorResponse("/rpc", 400, `Send at most ${mostMessages} messages in a body, not ${count}`)
          }
          const noted: Noted = { databaseIsAway: false }
          const answered = yield* Effect.provideService(handler, Current, noted)
          return noted.databaseIsAway ? unavailableResponse("/rpc") : answered
        }).pipe(Effect.provideService(HttpIncomingMessage.MaxBodySize, mostBytes))
        return Effect.map(places.withPermitsIfAvailable(1)(answer), (taken) =>
          taken._tag === "Some"
            ? taken.value
            : unavailableResponse("/rpc", `${mostAtOnce} commands are already running. Try again when one has finished`)
        )
      }
  )
).layer
