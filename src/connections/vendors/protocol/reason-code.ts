import { Option, Schema } from "effect"
import type { VendorAnswer } from "./connector.ts"

/** The vendor's own code for a refusal, fit for a message; undefined when the answer has none. */
export type ReasonIn = (answer: VendorAnswer) => string | undefined

// A code is one short word: sentences may repeat what was sent, and an identifier says nothing to a reader.
const codeForm = /^[A-Za-z][A-Za-z0-9_.-]{0,59}$/

export const asCode = (text: string | null | undefined): string | undefined =>
  text !== undefined && text !== null && codeForm.test(text) ? text : undefined

/** Reads the code out of the JSON that the vendor answers a refusal with. */
export const reasonBy = <A>(
  schema: Schema.Codec<A, string>,
  pick: (refusal: A) => string | null | undefined
): ReasonIn => {
  const read = Schema.decodeUnknownOption(schema)
  return ({ body }) => asCode(Option.getOrUndefined(Option.map(read(body), pick)))
}
