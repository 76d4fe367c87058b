import { KnownInput } from "@svc/contract/kernel/access"
import { InvalidRequest } from "@svc/contract/kernel/errors"
import { Effect, Layer, type Types } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { unknownNames } from "./decoding-sentences.ts"

type Answer = Effect.Effect<HttpServerResponse.HttpServerResponse, InvalidRequest | Types.unhandled>

/**
 * A query parameter of an endpoint that takes none is a 400 that names it (platform-32). Where there are some, and in
 * bodies, the schema refuses what it does not know, together with what else is wrong (`publicSurface`).
 */
export const KnownInputLayer = Layer.succeed(
  KnownInput,
  KnownInput.of((httpEffect, { endpoint }) =>
    endpoint.query === undefined
      ? Effect.flatMap(HttpServerRequest.ParsedSearchParams, (query): Answer => {
          const names = Object.keys(query)
          return names.length === 0 ? httpEffect : Effect.fail(new InvalidRequest({ error: unknownNames(names) }))
        })
      : httpEffect
  )
)
