import { Schema } from "effect"

/** A text that a vendor may leave out or send as null. */
export const maybeText = Schema.optionalKey(Schema.NullOr(Schema.String))

export const maybeFlag = Schema.optionalKey(Schema.NullOr(Schema.Boolean))

export const maybeNumber = Schema.optionalKey(Schema.NullOr(Schema.Number))

/** Vendors' JSON as text, read as `schema`; none when it is something else. Members that are not named are let go. */
export const reader = <A>(schema: Schema.Codec<A, unknown>) => Schema.decodeUnknownOption(Schema.fromJsonString(schema))
