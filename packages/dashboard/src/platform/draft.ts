import { Option, Schema } from "effect"

const named = (name: string) => `draft ${name}`

/** Draft of a form in `sessionStorage`: survives a reload. Never for secrets. */
export const keptDraft = <A>(name: string, schema: Schema.Decoder<A>): A | undefined => {
  const decode = Schema.decodeUnknownOption(Schema.fromJsonString(schema))
  return Option.getOrUndefined(decode(sessionStorage.getItem(named(name))))
}

export const keepDraft = (name: string, draft: unknown) => sessionStorage.setItem(named(name), JSON.stringify(draft))

export const forgetDraft = (name: string) => sessionStorage.removeItem(named(name))
