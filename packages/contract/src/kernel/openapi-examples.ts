import type { Schema } from "effect"
import { isObject } from "./openapi-schemas.ts"

type JsonObject = Schema.JsonObject

const firstOf = (list: Schema.Json | undefined) => (Array.isArray(list) ? list[0] : undefined)

const ofObject = (properties: JsonObject, components: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) =>
      isObject(property) ? [[name, exampleOf(property, components)]] : []
    )
  )

const ofType = (schema: JsonObject, components: JsonObject): Schema.Json => {
  const type = typeof schema["type"] === "string" ? schema["type"] : firstOf(schema["type"])
  switch (type) {
    case "object":
      return ofObject(isObject(schema["properties"]) ? schema["properties"] : {}, components)
    case "array": {
      const item = isObject(schema["items"]) ? [exampleOf(schema["items"], components)] : []
      const { minItems } = schema
      return typeof minItems === "number" && minItems > 1 ? Array.from({ length: minItems }, () => item).flat() : item
    }
    case "boolean":
      return true
    case "integer":
    case "number":
      return typeof schema["minimum"] === "number" ? schema["minimum"] : 1
    case "string":
      return "text"
    default:
      return null
  }
}

/** A value that fits the schema, made of the examples that its fields are annotated with. */
export const exampleOf = (schema: JsonObject, components: JsonObject): Schema.Json => {
  if (typeof schema["$ref"] === "string") {
    const target = components[schema["$ref"].replace("#/components/schemas/", "")]
    return isObject(target) ? exampleOf(target, components) : null
  }
  const choice = firstOf(schema["anyOf"])
  return (
    firstOf(schema["examples"]) ??
    schema["default"] ??
    firstOf(schema["enum"]) ??
    (schema["type"] === undefined && isObject(choice) ? exampleOf(choice, components) : ofType(schema, components))
  )
}
