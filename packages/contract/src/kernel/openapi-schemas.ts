import type { Schema } from "effect"

type JsonObject = Schema.JsonObject

export const isObject = (value: Schema.Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const componentName = (name: string) => name.replace(/Encoded$/, "")

/** Annotations made after a check arrive as members of `allOf`; what they say belongs to the schema itself. */
const merged = ({ allOf, ...schema }: JsonObject): JsonObject =>
  Array.isArray(allOf) && schema["type"] !== undefined
    ? allOf.filter(isObject).reduce<JsonObject>((whole, part) => ({ ...whole, ...part }), schema)
    : allOf === undefined
      ? schema
      : { ...schema, allOf }

/** `anyOf: [{ type: "string" }, { type: "null" }]` in its short form; a list of values keeps the long one. */
const nullable = ({ anyOf, ...schema }: JsonObject): JsonObject => {
  if (!Array.isArray(anyOf)) return schema
  const [value, none] = anyOf
  return anyOf.length === 2 &&
    isObject(value) &&
    isObject(none) &&
    none["type"] === "null" &&
    typeof value["type"] === "string" &&
    value["enum"] === undefined
    ? { ...value, ...schema, type: [value["type"], "null"] }
    : { ...schema, anyOf }
}

/** Removes repeated alternatives; a single one needs no `anyOf`. */
const distinct = ({ anyOf, ...schema }: JsonObject): JsonObject => {
  if (!Array.isArray(anyOf)) return schema
  const choices = [...new Map(anyOf.map((choice) => [JSON.stringify(choice), choice])).values()]
  const [only] = choices
  return choices.length === 1 && isObject(only) ? { ...only, ...schema } : { ...schema, anyOf: choices }
}

/** A list of exactly one is a list to every tool, a tuple of one only to those that know JSON Schema 2020-12. */
const listed = ({ prefixItems, ...schema }: JsonObject): JsonObject =>
  prefixItems === undefined
    ? schema
    : Array.isArray(prefixItems) && prefixItems.length === 1 && schema["maxItems"] === 1
      ? { ...schema, items: prefixItems[0] ?? {} }
      : { ...schema, prefixItems }

/** The bounds of every JavaScript integer bound nothing. */
const bounded = ({ maximum, minimum, ...schema }: JsonObject): JsonObject => ({
  ...schema,
  ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
  ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum })
})

/** A number in a query travels as text; the document tells what it is. */
const numeric = (schema: JsonObject): JsonObject =>
  schema["type"] === "string" && schema["format"] === "int32"
    ? { ...schema, type: "integer", ...(schema["default"] === undefined ? {} : { default: Number(schema["default"]) }) }
    : schema

/** An answer may gain fields within a version, and a request's unknown ones are ignored. */
const open = ({ additionalProperties, ...schema }: JsonObject): JsonObject =>
  additionalProperties === false || additionalProperties === undefined ? schema : { ...schema, additionalProperties }

const schemaOf = (schema: JsonObject) => open(numeric(bounded(nullable(listed(distinct(merged(schema)))))))

const isSchema = (value: JsonObject) =>
  typeof value["type"] === "string" || Array.isArray(value["allOf"]) || Array.isArray(value["anyOf"])

const tidy = (value: Schema.Json): Schema.Json => {
  if (Array.isArray(value)) return value.map(tidy)
  if (!isObject(value)) return value
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === "$ref" && typeof member === "string" ? componentName(member) : tidy(member)
    ])
  )
  return isSchema(inner) ? schemaOf(inner) : inner
}

/** The document with component names as the contract has them, and schemas as a person would write them. */
export const tidied = (document: JsonObject): JsonObject => {
  const components = document["components"]
  const schemas = isObject(components) ? components["schemas"] : undefined
  const named = new Map<string, Schema.Json>()
  for (const [name, schema] of Object.entries(isObject(schemas) ? schemas : {})) {
    if (named.has(componentName(name))) throw new Error(`Two schemas are called ${componentName(name)}`)
    named.set(componentName(name), tidy(schema))
  }
  return Object.fromEntries(
    Object.entries(document).map(([key, part]) => [
      key,
      key === "components" && isObject(part) ? { ...part, schemas: Object.fromEntries(named) } : tidy(part)
    ])
  )
}
