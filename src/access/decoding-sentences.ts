import { type Schema, SchemaAST } from "effect"
import type { HttpApiEndpoint, HttpApiError } from "effect/http-api"
import { nearestName } from "./nearest-name.ts"
import { inPlainWords, isFromLibrary, type PlacedIssue, placedIssues } from "#platform/input/validation-messages"

/** What a request's query holds: a list where a parameter was given several times. */
export type Query = Readonly<Record<string, string | ReadonlyArray<string>>>

const bracketed = /.\[[^\]]*\]$/

/** `status[]=x`, a list as some libraries write it, is `status` given as a list, which no parameter takes. */
export const withoutBrackets = (query: Query): Query => {
  const lists = Object.keys(query).filter((name) => bracketed.test(name))
  if (lists.length === 0) return query
  return {
    ...Object.fromEntries(Object.entries(query).filter(([name]) => !bracketed.test(name))),
    ...Object.fromEntries(lists.map((name) => [name.slice(0, name.indexOf("[")), [query[name] ?? ""].flat()]))
  }
}

/** More than a person reads; a body of a million wrong items must not return a million sentences. */
const mostIssues = 10

const isId = (param: string) => param === "id" || param.endsWith("Id")

const ofWholeBody = (message: string) => {
  if (message === "Expected a valid JSON body") return "The body is not valid JSON"
  // A route whose body is optional takes null as well; an object is what helps.
  if (/^Expected (?:object|[A-Z]\w*)(?: \| null)?$/.test(message)) return "The body must be a JSON object"
  return `The body ${inPlainWords(message)}`
}

/** Maximum length in characters of an unknown name that an answer repeats. */
const maxNameLength = 100

const unknownName = (name: string, known: ReadonlyArray<string>) => {
  const near = nearestName(name, known)
  return `${name.slice(0, maxNameLength)}: is unknown${near === undefined ? "" : `; did you mean ${near}?`}`
}

/** Of query parameters of an endpoint that takes none. */
export const unknownNames = (names: ReadonlyArray<string>): string => {
  const more = names.length - mostIssues
  const sentences = names.slice(0, mostIssues).map((name) => unknownName(name, []))
  return [...sentences, ...(more > 0 ? [`and ${more} more`] : [])].join("; ")
}

const namesOf = (schema: Schema.Constraint | undefined): ReadonlyArray<string> => {
  if (schema === undefined) return []
  const ast = SchemaAST.toEncoded(schema.ast)
  return SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []
}

/** The names that an endpoint knows in this part of a request. */
export const knownNames = (
  endpoint: HttpApiEndpoint.Top,
  kind: HttpApiError.HttpApiSchemaError["kind"]
): ReadonlyArray<string> => {
  if (kind === "Query") return namesOf(endpoint.query)
  if (kind !== "Payload") return []
  return [...endpoint.payload.values()].flatMap(({ schemas }) => schemas.flatMap((schema) => namesOf(schema)))
}

// The library's second form repeats the value.
const isUnknown = (message: string) =>
  message === "Expected no excess property" || message.startsWith("Unexpected key with value ")

const sentence = ({ message, name }: PlacedIssue, query: Query, known: ReadonlyArray<string>) => {
  if (isUnknown(message)) return unknownName(name, known)
  if (name === "") return ofWholeBody(message)
  if (isFromLibrary(message) && Array.isArray(query[name])) return `${name}: must be sent once, as ${name}=value`
  return `${name}: ${inPlainWords(message)}`
}

/** `name: message` of each issue, the name with its place (`items.0.name`). */
export const describe = (
  { cause, kind }: HttpApiError.HttpApiSchemaError,
  query: Query,
  known: ReadonlyArray<string> = []
) => {
  const issues = placedIssues(cause.issue)
  const shown = issues.slice(0, mostIssues)
  if (kind === "Params" && shown.some(({ name }) => isId(name))) return "Invalid id"
  const sentences = new Set(shown.map((issue) => sentence(issue, kind === "Query" ? query : {}, known)))
  const more = issues.length - shown.length
  return [...sentences, ...(more > 0 ? [`and ${more} more`] : [])].join("; ")
}
