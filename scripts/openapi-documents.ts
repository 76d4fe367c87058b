import { AppApi } from "@svc/contract/app-api"
import { isObject } from "@svc/contract/kernel/openapi-schemas"
import { PublicApi } from "@svc/contract/public-api"
import { ScimApi } from "@svc/contract/scim-api"
import { Schema } from "effect"
import { OpenApi } from "effect/http-api"

/** Characters of a line. */
const maxLine = 120

/** JSON with each object and list on one line where it fits, so that diffs are short. */
const laidOut = (value: Schema.Json, indent = "", taken = 0): string => {
  // Line breaks within texts are escaped.
  const line = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, " ")
  if (typeof value !== "object" || value === null || indent.length + taken + line.length < maxLine) return line
  const inner = `${indent}  `
  const [open, close, members] = Array.isArray(value)
    ? ["[", "]", value.map((item) => laidOut(item, inner))]
    : [
        "{",
        "}",
        Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${laidOut(item, inner, key.length + 4)}`)
      ]
  return `${open}\n${members.map((member) => `${inner}${member}`).join(",\n")}\n${indent}${close}`
}

const parse = Schema.decodeUnknownSync(Schema.Json)

const textOf = (document: object) => `${laidOut(parse(document))}\n`

/** File name and text of the OpenAPI documents that integrators depend on. */
export const promisedDocuments: ReadonlyArray<readonly [string, string]> = [
  ["openapi-public.json", textOf(OpenApi.fromApi(PublicApi))],
  ["openapi-scim.json", textOf(OpenApi.fromApi(ScimApi))]
]

/** File name and text of each surface's OpenAPI document, derived from the contract. */
export const openApiDocuments: ReadonlyArray<readonly [string, string]> = [
  ...promisedDocuments,
  ["openapi-app.json", textOf(OpenApi.fromApi(AppApi))]
]

const words = new Set(["description", "summary", "title", "example", "examples", "default", "tags"])

/** A document without its words. `named` is true where the keys are names of the API, such as those of properties. */
const shapeOf = (value: Schema.Json, named = false): Schema.Json => {
  if (Array.isArray(value)) return value.map((item) => shapeOf(item))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => named || !words.has(key))
      .map(([key, member]) => [key, shapeOf(member, !named && key === "properties")])
  )
}

const releasedParts = ["paths", "webhooks", "components"]

/** What a release keeps of its document: the shape alone, with a line per path, webhook and kind of component. */
export const releasedText = (document: Schema.JsonObject): string => {
  const parts = releasedParts.flatMap((part) => {
    const entries = document[part]
    if (!isObject(entries)) return []
    const lines = Object.entries(entries).map(
      ([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(shapeOf(value, part === "components"))}`
    )
    return [`  ${JSON.stringify(part)}: {\n${lines.join(",\n")}\n  }`]
  })
  return `{\n${parts.join(",\n")}\n}\n`
}
