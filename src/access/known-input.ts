import { KnownInput } from "@svc/contract/kernel/access"
import { InvalidRequest } from "@svc/contract/kernel/errors"
import { Effect, Layer, Option, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { unknownNames } from "./decoding-sentences.ts"

const refuseAny = (names: ReadonlyArray<string>) =>
  names.length === 0 ? Effect.void : Effect.fail(new InvalidRequest({ error: unknownNames(names) }))

const queryNames = Effect.map(HttpServerRequest.ParsedSearchParams, Object.keys)

const readFields = Schema.decodeOption(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))

/** None for a body that is not a JSON object. */
const bodyNames = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  // An unreadable body is too large, which returns 413.
  const fields = readFields(yield* Effect.orDie(request.text))
  return Object.keys(Option.getOrElse(fields, () => ({})))
})

/**
 * A query parameter of an endpoint that takes none is a 400 that names it, and so is a body field of a POST that takes no
 * body (platform-32). Where there are some, the schema refuses what it does not know, together with what else is wrong
 * (`publicSurface`).
 */
export const KnownInputLayer = Layer.succeed(
  KnownInput,
  KnownInput.of((httpEffect, { endpoint }) =>
    Effect.gen(function* () {
      if (endpoint.query === undefined) yield* refuseAny(yield* queryNames)
      if (endpoint.method === "POST" && endpoint.payload.size === 0) yield* refuseAny(yield* bodyNames)
      return yield* httpEffect
    })
  )
)
