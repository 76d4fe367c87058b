import type { HttpApiError } from "effect/http-api"
import { inPlainWords, isFromLibrary, type PlacedIssue, placedIssues } from "#platform/input/validation-messages"

/** What a request's query holds: a list where a parameter was given several times. */
export type Query = Readonly<Record<string, string | ReadonlyArray<string>>>

/** More than a person reads; a body of a million wrong items must not be answered with a million sentences. */
const mostIssues = 10

const isId = (param: string) => param === "id" || param.endsWith("Id")

const ofWholeBody = (message: string) => {
  if (message === "Expected a valid JSON body") return "The body is not valid JSON"
  // A route whose body is optional takes null as well; an object is what helps.
  if (/^Expected (?:object|[A-Z]\w*)(?: \| null)?$/.test(message)) return "The body must be a JSON object"
  return `The body ${inPlainWords(message)}`
}

const sentence = ({ message, name }: PlacedIssue, query: Query) => {
  if (name === "") return ofWholeBody(message)
  if (isFromLibrary(message) && Array.isArray(query[name])) return `${name}: must be given once, as ${name}=value`
  return `${name}: ${inPlainWords(message)}`
}

/** `name: message` of each issue, the name with its place (`items.0.name`). */
export const describe = ({ cause, kind }: HttpApiError.HttpApiSchemaError, query: Query) => {
  const issues = placedIssues(cause.issue)
  const shown = issues.slice(0, mostIssues)
  if (kind === "Params" && shown.some(({ name }) => isId(name))) return "Invalid id"
  const sentences = new Set(shown.map((issue) => sentence(issue, kind === "Query" ? query : {})))
  const more = issues.length - shown.length
  return [...sentences, ...(more > 0 ? [`and ${more} more`] : [])].join("; ")
}
