import { Schema } from "effect"
import { examples } from "./examples.ts"

interface EventList {
  /** How a refusal ends: what an unknown name is not. */
  readonly unknown: string
  readonly atMost: number
  /** Names the type of one event in the OpenAPI document. */
  readonly identifier?: string
}

/** At least one name of a list of events; an unknown one is refused by its name, a repeated one counts once. */
export const chosenEvents = <const Names extends ReadonlyArray<string>>(
  list: Schema.Literals<Names>,
  { atMost, identifier, unknown }: EventList
) => {
  const names: ReadonlySet<string> = new Set(list.literals)
  const known = Schema.String.check(
    Schema.makeFilter<string>(
      (name) => (names.has(name) ? undefined : `${JSON.stringify(name.slice(0, 100))} is not one of ${unknown}`),
      {
        ...examples(list.literals.join("|").replaceAll(".", "\\.")),
        toJsonSchema: () => ({ enum: [...list.literals] })
      }
    )
  )
  return Schema.Array(
    (identifier === undefined ? known : known.annotate({ identifier })).pipe(Schema.decodeTo(list))
  ).check(
    Schema.isMinLength(1, { message: "must name at least one event" }),
    Schema.isMaxLength(atMost, { message: `must name at most ${atMost} events` })
  )
}

/** Instead of names: everything, what is added later included. */
export const AllEvents = Schema.Literal(true).annotate({
  message: "must be true; to receive only some events, omit it and list them in events"
})

interface Selection {
  readonly events?: unknown
  readonly allEvents?: unknown
}

/** What is wrong with a body that must select: names or all, one of them. */
export const selectionMissing = (body: Selection) =>
  selectedTwice(body) ??
  (body.events === undefined && body.allEvents === undefined
    ? "must have events (an array of names) or allEvents (true)"
    : undefined)

/** What is wrong with a body that may select. */
export const selectedTwice = (body: Selection) =>
  body.allEvents !== undefined && body.events !== undefined
    ? "must have either events or allEvents, not both"
    : undefined

/** The result of an immediate test. Without `status` there was no response. */
export const SentOutcome = Schema.Union([
  Schema.Struct({ success: Schema.Literal(true), status: Schema.Int }),
  Schema.Struct({ success: Schema.Literal(false), status: Schema.optionalKey(Schema.Int), error: Schema.String })
])
export type SentOutcome = typeof SentOutcome.Type
