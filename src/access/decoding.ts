import { Decoding } from "@svc/contract/kernel/access"
import { InvalidRequest } from "@svc/contract/kernel/errors"
import { Context, Effect, Layer, type Types } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { withStrictBody } from "#platform/http/body-text"
import { describe, knownNames, type Query, withoutBrackets } from "./decoding-sentences.ts"

/**
 * The 400 of a request that does not match its schema, naming each field; an id in a path gets one sentence
 * (refusals-2, refusals-3). A response that does not match is our own mistake: a defect, hence 500.
 */
export const DecodingLayer = Layer.succeed(
  Decoding,
  Decoding.of((httpEffect, { endpoint }) => {
    const takesBody = endpoint.payload.size > 0
    const takesQuery = endpoint.query !== undefined

    return Effect.contextWith(
      (context: Context.Context<HttpServerRequest.HttpServerRequest | HttpServerRequest.ParsedSearchParams>) => {
        let flaw: string | undefined
        let effect = httpEffect
        let query: Query = {}
        if (takesBody) {
          const request = Context.get(context, HttpServerRequest.HttpServerRequest)
          effect = Effect.provideService(
            effect,
            HttpServerRequest.HttpServerRequest,
            withStrictBody(request, (sentence) => (flaw = sentence))
          )
        }
        if (takesQuery) {
          const given = Context.get(context, HttpServerRequest.ParsedSearchParams)
          const read = withoutBrackets(given)
          query = read
          if (read !== given) effect = Effect.provideService(effect, HttpServerRequest.ParsedSearchParams, read)
        }
        return effect.pipe(
          Effect.catch((error): Effect.Effect<never, Types.unhandled | InvalidRequest> => {
            if (!HttpApiError.HttpApiSchemaError.is(error)) return Effect.fail(error)
            if (error.kind === "Body" || error.kind === "ResponseHeaders") return Effect.die(error.cause)
            return Effect.fail(
              new InvalidRequest({ error: flaw ?? describe(error, query, knownNames(endpoint, error.kind)) })
            )
          })
        )
      }
    )
  })
)
