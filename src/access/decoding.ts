import { Decoding } from "@svc/contract/kernel/access"
import { InvalidRequest } from "@svc/contract/kernel/errors"
import { Effect, SchemaIssue } from "effect"
import { type HttpApiError, HttpApiMiddleware } from "effect/http-api"

const listIssues = SchemaIssue.makeFormatterStandardSchemaV1()

/** More than a person reads; a body of a million wrong items must not be answered with a million sentences. */
const mostIssues = 10

const notJson = "The body is not valid JSON"

const isId = (param: string) => param === "id" || param.endsWith("Id")

/** `name: message` of each issue, the name with its place (`items.0.name`). */
const describe = (error: HttpApiError.HttpApiSchemaError) => {
  const issues = listIssues(error.cause.issue).issues.map(({ message, path }) => ({
    name: (path ?? []).map((segment) => String(typeof segment === "object" ? segment.key : segment)).join("."),
    message
  }))
  if (error.kind === "Params" && issues.some(({ name }) => isId(name))) return "Invalid id"
  const sentences = issues.slice(0, mostIssues).map(({ message, name }) => {
    if (name !== "") return `${name}: ${message}`
    return error.kind === "Payload" && message === "Expected a valid JSON body"
      ? notJson
      : `${error.kind === "Payload" ? "body" : error.kind.toLowerCase()}: ${message}`
  })
  return [...new Set(sentences)].join("; ")
}

/**
 * The 400 of a request that does not fit its schema, naming each field; an id in a path gets one answer (D1, Errors).
 * A response that does not fit is our own mistake: a defect, hence 500.
 */
export const DecodingLayer = HttpApiMiddleware.layerSchemaErrorTransform(Decoding, (error) =>
  error.kind === "Body" || error.kind === "ResponseHeaders"
    ? Effect.die(error.cause)
    : Effect.fail(new InvalidRequest({ error: describe(error) }))
)
