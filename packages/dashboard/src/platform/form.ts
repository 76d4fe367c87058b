import { Schema, SchemaIssue, Struct } from "effect"
import { useState } from "preact/hooks"
import { useFirstWords } from "#languages/words.ts"

type Text<Name extends string> = Readonly<Record<Name, string>>
type Wrong = Readonly<Record<string, string | undefined>>

/** Whether the schema takes it. */
const takes = (schema: Schema.Decoder<unknown>, value: null | "") =>
  Schema.decodeUnknownOption(schema)(value)._tag === "Some"

/** It may be left out, also where the contract has an answer of its own then. */
const isOptional = (schema: Schema.Decoder<unknown>) =>
  [schema.ast, Schema.toEncoded(schema).ast].some(({ context }) => context?.isOptional === true)

/**
 * A form of the contract's own schema, of as many of its fields as `initial` names. What is typed is decoded as the service
 * will decode it, an empty field counts as not given, and what does not fit is said beside the field it is about: neither a
 * type nor a rule nor its words are written a second time.
 */
export const useForm = <A, Name extends string>(
  schema: Schema.Decoder<A> & { readonly fields: Readonly<Record<NoInfer<Name>, Schema.Decoder<unknown>>> },
  initial: Text<Name>,
  /** Fields that no text is typed into, such as ticks. */
  beside: Readonly<Record<string, unknown>> = {},
  /** Fields that are asked for although the contract lets them be left out, as what is left out of a change stays. */
  asked: ReadonlyArray<NoInfer<Name>> = []
) => {
  const { needed, unfit } = useFirstWords().common
  const [before] = useState(initial)
  const [text, setText] = useState(initial)
  const [sent, setSent] = useState(initial)
  const [wrong, setWrong] = useState<Wrong>({})
  const decode = Schema.decodeUnknownResult(schema, { errors: "all" })
  const explain = SchemaIssue.makeFormatterStandardSchemaV1({
    leafHook: (issue) => (issue._tag === "MissingKey" ? needed : SchemaIssue.defaultLeafHook(issue))
  })
  const said = (issue: SchemaIssue.Issue) =>
    Object.fromEntries(explain(issue).issues.map(({ message, path }) => [String(path?.[0] ?? ""), unfit(message)]))
  // What stood there, at first or since the last save, and was emptied is taken away, where the schema knows how to say so: by null, or by no text.
  const meant = (name: Name) => {
    if (text[name] !== "") return [text[name]]
    const schemaOf = schema.fields[name]
    const none = ([null, ""] as const).find((value) => takes(schemaOf, value))
    return (before[name] === "" && sent[name] === "") || none === undefined ? [] : [none]
  }
  const given = () => ({
    ...Object.fromEntries(Struct.keys(text).flatMap((name) => meant(name).map((value) => [name, value]))),
    ...beside
  })
  const misfits = (decoded: ReturnType<typeof decode>) => ({
    ...(decoded._tag === "Success" ? {} : said(decoded.failure.issue)),
    ...Object.fromEntries(asked.filter((name) => text[name] === "").map((name) => [name, needed]))
  })
  return {
    /** What a field component takes. */
    field: <N extends Name>(name: N) => ({
      value: text[name],
      wrong: wrong[name],
      required: asked.includes(name) || !isOptional(schema.fields[name]),
      onInput: (typed: string) => {
        setText((before) => ({ ...before, [name]: typed }))
        // Whoever is mending it is not told again before the next try.
        setWrong((before) => ({ ...before, [name]: undefined }))
      }
    }),
    /** The fields that say what they said at first. */
    unchanged: Struct.keys(text).filter((name) => text[name] === before[name]),
    /** What does not fit of a field beside the texts. */
    wrong: (name: string): string | undefined => wrong[name],
    /** What was typed so far. */
    text,
    /** Types for whoever fills the form in. */
    prefill: (texts: Partial<Text<Name>>) => setText((before) => ({ ...before, ...texts })),
    /** Says of a field what the service refused it for. */
    blame: (name: string, error: string) => setWrong((before) => ({ ...before, [name]: error })),
    /** Says what does not fit of these fields alone; answers whether all of them do. */
    check: (names: ReadonlyArray<string>): boolean => {
      const theirs = Object.entries(misfits(decode(given()))).filter(([name]) => names.includes(name))
      setWrong(Object.fromEntries(theirs))
      return theirs.length === 0
    },
    /** Hands the decoded form to `send`, if it fits; else the names of what does not to `onWrong`. */
    submit: (send: (form: A) => void, onWrong?: (names: ReadonlyArray<string>) => void) => {
      const decoded = decode(given())
      const found = misfits(decoded)
      if (decoded._tag === "Success" && Object.keys(found).length === 0) {
        setSent(text)
        setWrong({})
        return send(decoded.success)
      }
      setWrong(found)
      onWrong?.(Object.keys(found))
    }
  }
}
