import { Schema, SchemaIssue, Struct } from "effect"
import { useState } from "preact/hooks"
import { useFirstWords } from "#languages/words.ts"

type Text<Name extends string> = Readonly<Record<Name, string>>
type Wrong = Readonly<Record<string, string | undefined>>

/** Whether the schema accepts the value. */
const takes = (schema: Schema.Decoder<unknown>, value: null | "") =>
  Schema.decodeUnknownOption(schema)(value)._tag === "Some"

/** Optional in the contract, also with a default. */
const isOptional = (schema: Schema.Decoder<unknown>) =>
  [schema.ast, Schema.toEncoded(schema).ast].some(({ context }) => context?.isOptional === true)

/**
 * A form over the contract's schema, with the fields that `initial` names. Input is decoded as the service decodes it, an
 * empty field counts as omitted, and errors appear at their field: no type, rule, or message is written twice.
 */
export const useForm = <A, Name extends string>(
  schema: Schema.Decoder<A> & { readonly fields: Readonly<Record<NoInfer<Name>, Schema.Decoder<unknown>>> },
  initial: Text<Name>,
  /** Values that are not text fields, such as checkboxes. */
  beside: Readonly<Record<string, unknown>> = {},
  /** Fields required here although the contract has them optional (a change keeps omitted fields). */
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
  // A field that had a value and was emptied is cleared by null or "", whichever the schema accepts.
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
    /** Props of a field component. */
    field: <N extends Name>(name: N) => ({
      value: text[name],
      wrong: wrong[name],
      required: asked.includes(name) || !isOptional(schema.fields[name]),
      onInput: (typed: string) => {
        setText((before) => ({ ...before, [name]: typed }))
        // An edit clears the field's error until the next submit.
        setWrong((before) => ({ ...before, [name]: undefined }))
      }
    }),
    /** Fields that still have their initial value. */
    unchanged: Struct.keys(text).filter((name) => text[name] === before[name]),
    /** Error of a value that is not a text field. */
    wrong: (name: string): string | undefined => wrong[name],
    /** Current texts. */
    text,
    /** Sets texts programmatically; clears their errors, as an edit does. */
    prefill: (texts: Partial<Text<Name>>) => {
      setText((before) => ({ ...before, ...texts }))
      setWrong((before) => ({ ...before, ...Object.fromEntries(Struct.keys(texts).map((name) => [name, undefined])) }))
    },
    /** Shows a refusal of the service at a field. */
    blame: (name: string, error: string) => setWrong((before) => ({ ...before, [name]: error })),
    /** Calls `send` with the decoded form if it is valid, else `onWrong` with the invalid fields. */
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
