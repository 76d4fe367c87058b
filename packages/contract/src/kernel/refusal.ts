import { Schema } from "effect"
import { described } from "./described.ts"

/** On the prototype, so that the wire, the OpenAPI document and comparisons see nothing new. */
const message = {
  configurable: true,
  get(this: { readonly error?: string; readonly detail?: string }) {
    return this.error ?? this.detail ?? ""
  }
}

const saying = <Made>(tag: string, made: Made): Made => {
  if (typeof made === "function") {
    Object.defineProperties(made.prototype, { message, _tag: { configurable: true, enumerable: true, value: tag } })
  }
  return made
}

/**
 * `Schema.Error` for a refusal with a status and a sentence (`error`; SCIM's `detail`): its `message` is that sentence.
 * `_tag` is not a field of the schema: `Effect.catchTag` sees it, the wire and the OpenAPI document do not.
 */
export const Refusal =
  <Self = never>() =>
  <const Tag extends string, const Fields extends Schema.Struct.Fields>(tag: Tag, status: number, fields: Fields) =>
    saying(tag, Schema.Error<Self, { readonly _tag: Tag }>(tag)(fields, { httpApiStatus: status }))

/** A sentence that is another from case to case; the OpenAPI document shows one. */
export const sentence = (example: string) => described(Schema.String, "What went wrong and what to do", { example })
