import { SchemaIssue } from "effect"
import type { HttpApiError } from "effect/http-api"

/** What a request's query holds: a list where a parameter was given several times. */
export type Query = Readonly<Record<string, string | ReadonlyArray<string>>>

const listIssues = SchemaIssue.makeFormatterStandardSchemaV1()

/** More than a person reads; a body of a million wrong items must not be answered with a million sentences. */
const mostIssues = 10

const isId = (param: string) => param === "id" || param.endsWith("Id")

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
  const named = members.filter((member) => !member.startsWith('"')).map((member) => kinds[member])
  if (named.includes(undefined)) return undefined
  if (literals.length === 0) return `must be ${named.join(" or ")}`
  return `must be one of ${[...literals, ...named].join(", ")}`
}

const library = "Expected "

/** The schema library's own messages in the words of ours; those of our schemas are sentences already. */
const inOurWords = (message: string) => {
  if (message === "Missing key") return "is required"
  if (!message.startsWith(library)) return message
  const expected = message.slice(library.length)
  return alternatives(expected) ?? `must be ${expected}`
}

const ofWholeBody = (message: string) => {
  if (message === "Expected a valid JSON body") return "The body is not valid JSON"
  // A route whose body is optional takes null as well; an object is what helps.
  if (/^Expected object(?: \| null)?$/.test(message)) return "The body must be a JSON object"
  return `The body ${inOurWords(message)}`
}

interface Issue {
  readonly name: string
  readonly message: string
}

const sentence = ({ message, name }: Issue, query: Query) => {
  if (name === "") return ofWholeBody(message)
  if (message.startsWith(library) && Array.isArray(query[name])) return `${name}: must be given once, as ${name}=value`
  return `${name}: ${inOurWords(message)}`
}

/** `name: message` of each issue, the name with its place (`items.0.name`). */
export const describe = ({ cause, kind }: HttpApiError.HttpApiSchemaError, query: Query) => {
  const { issues } = listIssues(cause.issue)
  const shown = issues.slice(0, mostIssues).map(({ message, path }) => ({
    name: (path ?? []).map((segment) => String(typeof segment === "object" ? segment.key : segment)).join("."),
    message
  }))
  if (kind === "Params" && shown.some(({ name }) => isId(name))) return "Invalid id"
  const sentences = new Set(shown.map((issue) => sentence(issue, kind === "Query" ? query : {})))
  const more = issues.length - shown.length
  return [...sentences, ...(more > 0 ? [`and ${more} more`] : [])].join("; ")
}
