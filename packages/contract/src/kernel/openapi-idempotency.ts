import type { Schema } from "effect"
import { maxIdempotencyKey } from "./idempotency-key.ts"
import { isObject } from "./openapi-schemas.ts"

type JsonObject = Schema.JsonObject

const parameter: JsonObject = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Makes a retry safe: the same key with the same body within 24 hours gets the first answer again. A " +
    "different body, or a first request that is still running, gives 409",
  schema: { type: "string", minLength: 1, maxLength: maxIdempotencyKey, pattern: "^[ -~]+$" },
  example: "0d9e5c1e-6c0b-4f7e-9d38-1b1f3a1f6c55"
}

/** The document of an API whose POSTs all take the header `Idempotency-Key`. */
export const withIdempotencyKey = (document: JsonObject): JsonObject => ({
  ...document,
  paths: Object.fromEntries(
    Object.entries(isObject(document["paths"]) ? document["paths"] : {}).map(([path, item]) => {
      const post = isObject(item) ? item["post"] : undefined
      if (!isObject(item) || !isObject(post)) return [path, item]
      const parameters = Array.isArray(post["parameters"]) ? post["parameters"] : []
      return [path, { ...item, post: { ...post, parameters: [...parameters, parameter] } }]
    })
  )
})
