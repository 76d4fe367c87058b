import { Schema } from "effect"

/** On the prototype, so that the wire, the OpenAPI document and comparisons see nothing new. */
const message = {
  configurable: true,
  get(this: { readonly error?: string; readonly detail?: string }) {
    return this.error ?? this.detail ?? ""
  }
}

const saying = <Made>(made: Made): Made => {
  if (typeof made === "function") Object.defineProperty(made.prototype, "message", message)
  return made
}

/** `Schema.Error` for what is refused with a sentence (`error`; SCIM's `detail`): its `message` is that sentence. */
export const Refusal =
  <Self = never>(identifier: string) =>
  <const Fields extends Schema.Struct.Fields>(
    fields: Fields,
    annotations?: Schema.Annotations.Declaration<Self, readonly [Schema.Struct<Fields>]>
  ) =>
    saying(Schema.Error<Self>(identifier)(fields, annotations))
