import type { Schema } from "effect"
import { isObject } from "./openapi-schemas.ts"

type JsonObject = Schema.JsonObject

/** What a refusal that many routes share is called, by the reason phrases of HTTP (RFC 9110, RFC 6585). */
const names: Readonly<Record<string, string>> = {
  "400": "BadRequest",
  "401": "Unauthorized",
  "402": "PaymentRequired",
  "403": "Forbidden",
  "404": "NotFound",
  "405": "MethodNotAllowed",
  "413": "ContentTooLarge",
  "428": "PreconditionRequired",
  "429": "TooManyRequests",
  "500": "InternalServerError"
}

/** A response is shared if one operation in this many has it, word for word. */
const oneIn = 5

const operationsOf = (paths: JsonObject) =>
  Object.values(paths)
    .flatMap((item) => (isObject(item) ? Object.values(item) : []))
    .filter(isObject)

/** By status, the answer that most operations give alike, where enough of them do. */
const sharedIn = (operations: ReadonlyArray<JsonObject>): ReadonlyMap<string, string> => {
  const shared = new Map<string, string>()
  for (const status of Object.keys(names)) {
    const texts = operations.flatMap(({ responses }) =>
      isObject(responses) && isObject(responses[status]) ? [JSON.stringify(responses[status])] : []
    )
    const alike = [...Map.groupBy(texts, (text) => text)].toSorted(([, one], [, other]) => other.length - one.length)[0]
    if (alike !== undefined && alike[1].length > 1 && alike[1].length * oneIn >= operations.length) {
      shared.set(status, alike[0])
    }
  }
  return shared
}

/**
 * The paths of a document with the refusals that many operations give told once: `responses` goes under `components`, and
 * each of those operations refers to it.
 */
export const hoisted = (paths: JsonObject): { readonly paths: JsonObject; readonly responses: JsonObject } => {
  const shared = sharedIn(operationsOf(paths))
  const responses: Record<string, Schema.Json> = {}
  const referring = (operation: JsonObject): JsonObject => {
    if (!isObject(operation["responses"])) return operation
    const answers = Object.entries(operation["responses"]).map(([status, response]) => {
      const name = names[status]
      if (name === undefined || JSON.stringify(response) !== shared.get(status)) return [status, response] as const
      responses[name] = response
      return [status, { $ref: `#/components/responses/${name}` }] as const
    })
    return { ...operation, responses: Object.fromEntries(answers) }
  }
  const toldOnce = Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      isObject(item)
        ? Object.fromEntries(
            Object.entries(item).map(([method, given]) => [method, isObject(given) ? referring(given) : given])
          )
        : item
    ])
  )
  return {
    paths: toldOnce,
    responses: Object.fromEntries(
      Object.values(names).flatMap((name) => (responses[name] === undefined ? [] : [[name, responses[name]]]))
    )
  }
}
