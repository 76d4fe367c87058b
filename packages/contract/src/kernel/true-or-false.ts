import { Schema, SchemaGetter } from "effect"

/** A query parameter that is `true` or `false`. */
export const TrueOrFalse = Schema.Literals(["true", "false"]).pipe(
  Schema.decodeTo(Schema.Boolean, {
    decode: SchemaGetter.transform((text) => text === "true"),
    encode: SchemaGetter.transform((value) => (value ? ("true" as const) : ("false" as const)))
  })
)
