import { Decoding } from "@svc/contract/kernel/access"
import { InvalidRequest } from "@svc/contract/kernel/errors"
import { Effect, SchemaIssue } from "effect"
import { type HttpApiError, HttpApiMiddleware } from "effect/http-api"

type Kind = HttpApiError.HttpApiSchemaError["kind"]

const listIssues = SchemaIssue.makeFormatterStandardSchemaV1()

/** More than a person reads; a body of a million wrong items must not be answered with a million sentences. */
const mostIssues = 10

const isId = (param: string) => param === "id" || param.endsWith("Id")

const types: Readonly<Record<string, string>> = {
  "Expected string": "must be a string",
  "Expected number": "must be a number",
  "Expected boolean": "must be true or false",
  "Expected array": "must be an array",
  "Expected object": "must be an object",
  "Missing key": "is required"
}

/** The schema library's own messages in the words of ours; those of our schemas are sentences already. */
const inOurWords = (message: string, kind: Kind) => {
  // A parameter is text, unless it was given several times.
  if (kind === "Query" && message === "Expected string") return "must be given once"
  return types[message] ?? message.replace(/^Expected /, "must be ")
}

const ofWholeBody = (message: string) =>
  message === "Expected a valid JSON body"
    ? "The body is not valid JSON"
    : message === "Expected object"
      ? "The body must be a JSON object"
      : `The body ${inOurWords(message, "Payload")}`

/** `name: message` of each issue, the name with its place (`items.0.name`). */
const describe = ({ cause, kind }: HttpApiError.HttpApiSchemaError) => {
  const issues = listIssues(cause.issue)
    .issues.slice(0, mostIssues)
    .map(({ message, path }) => ({
      name: (path ?? []).map((segment) => String(typeof segment === "object" ? segment.key : segment)).join("."),
      message
    }))
  if (kind === "Params" && issues.some(({ name }) => isId(name))) return "Invalid id"
  const sentences = issues.map(({ message, name }) =>
    name === "" ? ofWholeBody(message) : `${name}: ${inOurWords(message, kind)}`
  )
  return [...new Set(sentences)].join("; ")
}

/**
 * The 400 of a request that does not fit its schema, naming each field; an id in a path gets one answer (D1, Errors).
 * A response that does not fit is our own mistake: a defect, hence 500. Several fields are named where the API is
 * annotated to report all issues.
 */
export const DecodingLayer = HttpApiMiddleware.layerSchemaErrorTransform(Decoding, (error) =>
  error.kind === "Body" || error.kind === "ResponseHeaders"
    ? Effect.die(error.cause)
    : Effect.fail(new InvalidRequest({ error: describe(error) }))
)
