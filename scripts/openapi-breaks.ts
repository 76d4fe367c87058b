import { isObject } from "@svc/contract/kernel/openapi-schemas"
import type { Schema } from "effect"

type Json = Schema.Json
type JsonObject = Schema.JsonObject

/** A schema, with the document in which its references are looked up. */
interface Side {
  readonly document: JsonObject
  readonly schema: Json | undefined
}

/** What is compared: values that callers send, or values that callers receive. */
type Direction = "sent" | "received"

/** Deeper than any schema of the contract; the comparison of a schema that contains itself ends here. */
const maxDepth = 24

const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})
const listOf = (value: Json | undefined): ReadonlyArray<Json> => (Array.isArray(value) ? value : [])

const lookUp = (document: JsonObject, value: Json | undefined): JsonObject => {
  const reference = objectOf(value)["$ref"]
  if (typeof reference !== "string") return objectOf(value)
  const keys = reference.split("/").slice(1)
  const found = keys
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<Json | undefined>((place, key) => objectOf(place)[key], document)
  return lookUp(document, found)
}

const alternatives = ({ document, schema }: Side): ReadonlyArray<JsonObject> => {
  const found = lookUp(document, schema)
  const choices = found["anyOf"] ?? found["oneOf"]
  if (Array.isArray(choices)) return choices.flatMap((choice) => alternatives({ document, schema: choice }))
  const { type } = found
  return Array.isArray(type) ? type.map((one) => ({ ...found, type: one })) : [found]
}

/** The limits of JSON Schema, by whether a larger figure admits more. */
const limits = { maxLength: true, maximum: true, maxItems: true, minLength: false, minimum: false, minItems: false }

const scalarBreaks = (values: JsonObject, reader: JsonObject, at: string, direction: Direction) => {
  const breaks: Array<string> = []
  const [from, to] = [values["type"], reader["type"]]
  if (to !== undefined && from !== to && !(from === "integer" && to === "number")) {
    return [`${at}: type ${String(from)} does not fit type ${String(to)}`]
  }
  const strict = direction === "sent" ? ["format", "pattern"] : ["format"]
  for (const key of strict) {
    if (reader[key] !== undefined && reader[key] !== values[key]) {
      breaks.push(`${at}: ${key} ${String(values[key])} does not fit ${key} ${String(reader[key])}`)
    }
  }
  // Callers are to expect new values in an answer, and may not depend on its limits.
  if (direction === "received") return breaks
  const allowed = reader["enum"]
  if (Array.isArray(allowed)) {
    const before = listOf(values["enum"])
    if (before.length === 0) breaks.push(`${at}: takes only listed values`)
    breaks.push(
      ...before.filter((value) => !allowed.includes(value)).map((value) => `${at}: no longer takes ${String(value)}`)
    )
  }
  for (const [key, largerAdmitsMore] of Object.entries(limits)) {
    const [was, is] = [values[key], reader[key]]
    if (typeof is !== "number") continue
    if (typeof was !== "number" || (largerAdmitsMore ? is < was : is > was)) {
      breaks.push(`${at}: ${key} ${is} is tighter`)
    }
  }
  return breaks
}

/** Why values of the one schema are not all read by a reader of the other; empty where they are. */
const schemaBreaks = (
  values: Side,
  reader: Side,
  at: string,
  direction: Direction,
  depth = 0
): ReadonlyArray<string> => {
  if (depth > maxDepth) return []
  const readers = alternatives(reader)
  return alternatives(values).flatMap((value) => {
    const tries = readers.map((one) => [
      ...scalarBreaks(value, one, at, direction),
      ...objectBreaks(
        { document: values.document, schema: value },
        { document: reader.document, schema: one },
        at,
        direction,
        depth
      )
    ])
    return tries.toSorted((one, other) => one.length - other.length)[0] ?? []
  })
}

const objectBreaks = (values: Side, reader: Side, at: string, direction: Direction, depth: number) => {
  const [from, to] = [objectOf(values.schema), objectOf(reader.schema)]
  const [given, read] = [objectOf(from["properties"]), objectOf(to["properties"])]
  const always = listOf(from["required"])
  const within = (value: Json | undefined, expected: Json | undefined, place: string) =>
    isObject(value) && isObject(expected)
      ? schemaBreaks(
          { document: values.document, schema: value },
          { document: reader.document, schema: expected },
          place,
          direction,
          depth + 1
        )
      : []
  const missing = Object.keys(read).flatMap((name) => {
    if (listOf(to["required"]).includes(name) && !always.includes(name)) {
      return [direction === "sent" ? `${at}.${name}: is required now` : `${at}.${name}: can be missing now`]
    }
    return direction === "received" && !(name in given) ? [`${at}.${name}: is gone`] : []
  })
  const unread = Object.keys(given).filter((name) => direction === "sent" && !(name in read))
  return [
    ...missing,
    ...unread.map((name) => `${at}.${name}: is no longer taken`),
    ...Object.keys(given).flatMap((name) => within(given[name], read[name], `${at}.${name}`)),
    ...within(from["items"], to["items"], `${at}[]`),
    ...within(from["additionalProperties"], to["additionalProperties"], `${at}.*`)
  ]
}

const compared = (before: Side, after: Side, at: string, direction: Direction) =>
  direction === "sent" ? schemaBreaks(before, after, at, direction) : schemaBreaks(after, before, at, direction)

const contentBreaks = (before: Side, after: Side, at: string, direction: Direction) => {
  const [was, is] = [
    objectOf(lookUp(before.document, before.schema)["content"]),
    objectOf(lookUp(after.document, after.schema)["content"])
  ]
  return Object.keys(was).flatMap((type) => {
    if (!(type in is)) return [`${at}: ${type} is gone`]
    return compared(
      { document: before.document, schema: objectOf(was[type])["schema"] },
      { document: after.document, schema: objectOf(is[type])["schema"] },
      at,
      direction
    )
  })
}

const parameterBreaks = (before: Side, after: Side, at: string, direction: Direction) => {
  const named = ({ document, schema }: Side) =>
    new Map(
      listOf(objectOf(schema)["parameters"])
        .map((parameter) => lookUp(document, parameter))
        .map((parameter) => [`${String(parameter["in"])} ${String(parameter["name"])}`, parameter])
    )
  const [was, is] = [named(before), named(after)]
  const required = [...is].filter(([name, { required }]) => required === true && was.get(name)?.["required"] !== true)
  return [
    ...(direction === "sent" ? required.map(([name]) => `${at} ${name}: is required now`) : []),
    ...[...was].flatMap(([name, old]) => {
      const now = is.get(name)
      if (now === undefined) return [`${at} ${name}: ${direction === "sent" ? "is no longer taken" : "is gone"}`]
      return compared(
        { document: before.document, schema: old["schema"] },
        { document: after.document, schema: now["schema"] },
        `${at} ${name}`,
        direction
      )
    })
  ]
}

const responseBreaks = (before: Side, after: Side, at: string) => {
  const [was, is] = [objectOf(objectOf(before.schema)["responses"]), objectOf(objectOf(after.schema)["responses"])]
  return Object.entries(was).flatMap(([status, response]) => {
    const now = is[status]
    // A refusal that can no longer happen breaks no caller.
    if (now === undefined) return /^[45]/.test(status) ? [] : [`${at} ${status}: is gone`]
    const [old, current] = [lookUp(before.document, response), lookUp(after.document, now)]
    const headers = Object.keys(objectOf(old["headers"])).filter((name) => !(name in objectOf(current["headers"])))
    return [
      ...headers.map((name) => `${at} ${status} header ${name}: is gone`),
      ...contentBreaks(
        { document: before.document, schema: old },
        { document: after.document, schema: current },
        `${at} ${status}`,
        "received"
      )
    ]
  })
}

const operationBreaks = (before: Side, after: Side, at: string, body: Direction) => {
  const [was, is] = [objectOf(before.schema), objectOf(after.schema)]
  const bodyOf = ({ document, schema }: Side): Side => ({
    document,
    schema: lookUp(document, objectOf(schema)["requestBody"])
  })
  const requiredBody =
    objectOf(bodyOf(after).schema)["required"] === true && objectOf(bodyOf(before).schema)["required"] !== true
  // A generated client calls an operation by its id, and no webhook.
  const named = body === "sent" ? ["operationId", "security"] : []
  return [
    ...named
      .filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]))
      .map((key) => `${at}: has another ${key}`),
    ...(requiredBody && body === "sent" ? [`${at} body: is required now`] : []),
    ...parameterBreaks(before, after, at, body),
    ...contentBreaks(bodyOf(before), bodyOf(after), `${at} body`, body),
    ...responseBreaks(before, after, at)
  ]
}

/**
 * Breaking changes between two OpenAPI 3.1 documents, one sentence per place. New routes, optional request fields, response
 * fields, response values and refusals break nothing. The body of a webhook is received, not sent.
 */
export const openApiBreaks = (before: JsonObject, after: JsonObject): ReadonlyArray<string> => [
  ...new Set(
    (["paths", "webhooks"] as const).flatMap((part) =>
      Object.entries(objectOf(before[part])).flatMap(([path, methods]) =>
        Object.entries(objectOf(methods)).flatMap(([method, operation]) => {
          const at = part === "paths" ? `${method.toUpperCase()} ${path}` : `webhook ${path}`
          const now = objectOf(objectOf(after[part])[path])[method]
          if (now === undefined) return [`${at}: is gone`]
          return operationBreaks(
            { document: before, schema: operation },
            { document: after, schema: now },
            at,
            part === "paths" ? "sent" : "received"
          )
        })
      )
    )
  )
]
