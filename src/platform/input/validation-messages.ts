import { SchemaIssue } from "effect"

const listIssues = SchemaIssue.makeFormatterStandardSchemaV1()

const kinds: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  null: "null"
}

/** `"a" | "b"` and `string | null` of the schema library as a reader would say them; undefined when it is neither. */
const alternatives = (expected: string) => {
  const members = expected.split(" | ").filter((member) => member !== "undefined")
  const literals = members.filter((member) => member.startsWith('"')).map((member) => member.slice(1, -1))
  // Of the contract's own names only those of records stand alone here.
  const kindOf = (member: string) => kinds[member] ?? (/^[A-Z]\w+$/.test(member) ? kinds["object"] : undefined)
  const named = members.filter((member) => !member.startsWith('"')).map(kindOf)
  if (named.includes(undefined)) return undefined
  if (literals.length === 0) return `must be ${named.join(" or ")}`
  return `must be one of ${[...literals, ...named].join(", ")}`
}

const library = "Expected "

/** Whether the message is the schema library's own. */
export const isFromLibrary = (message: string): boolean => message.startsWith(library)

/** The schema library's messages in our own words; the messages of our schemas are sentences already. */
export const inPlainWords = (message: string): string => {
  if (message === "Missing key") return "is required"
  if (!isFromLibrary(message)) return message
  const expected = message.slice(library.length)
  return alternatives(expected) ?? `must be ${expected}`
}

/** What is wrong with one place of a value. */
export interface PlacedIssue {
  /** With its place, as in `items.0.name`; empty for the whole value. */
  readonly name: string
  /** The schema's own, see `inPlainWords`. */
  readonly message: string
}

/** Every issue with its place. */
export const placedIssues = (issue: SchemaIssue.Issue): ReadonlyArray<PlacedIssue> =>
  listIssues(issue).issues.map(({ message, path }) => ({
    name: (path ?? []).map((segment) => String(typeof segment === "object" ? segment.key : segment)).join("."),
    message
  }))
