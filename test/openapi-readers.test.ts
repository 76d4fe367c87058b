import { assert, describe, it } from "@effect/vitest"
import { isObject } from "@svc/contract/kernel/openapi-schemas"
import { Schema } from "effect"
import { openApiDocuments } from "../scripts/openapi-documents.ts"

interface Place {
  readonly at: string
  readonly value: Schema.JsonObject
}

/** Every object of the document but those in examples, which hold what they like. */
const placesOf = (value: Schema.Json, at: string): ReadonlyArray<Place> => {
  if (Array.isArray(value)) return value.flatMap((item, index) => placesOf(item, `${at}/${index}`))
  if (!isObject(value)) return []
  return [
    { at, value },
    ...Object.entries(value)
      .filter(([key]) => !["example", "examples", "default"].includes(key))
      .flatMap(([key, member]) => placesOf(member, `${at}/${key}`))
  ]
}

/** What other engines of regular expressions refuse or read otherwise: Python's `re`, RE2, ECMAScript without a flag. */
const refused = [
  /\\[pP]\{/, // classes of Unicode
  /\\u\{/,
  /\\[AZzKGQEhRX]/,
  /\(\?(?!:)/, // look-around, named groups, flags within
  /[*+?}]\+/, // possessive
  /\\[1-9]|\\k</, // back references
  /\[\[:|&&|--/ // classes of POSIX, operations on sets
]

const jsonOf = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Json))
const documents = openApiDocuments.map(([name, text]) => ({ name, places: placesOf(jsonOf(text), "") }))

const operations = /\/(?:get|put|post|patch|delete)$/

describe.each(documents)("$name, for those who generate code from it", ({ places }) => {
  it("every list says what is in it", () => {
    const untyped = places.filter(({ value }) => value["type"] === "array" && !isObject(value["items"]))
    assert.deepStrictEqual(
      untyped.map(({ at }) => at),
      []
    )
  })

  it("every pattern is read alike by every engine", () => {
    const strange = places.filter(({ value: { pattern } }) => {
      if (typeof pattern !== "string") return false
      return new RegExp(pattern).source === "" || refused.some((construct) => construct.test(pattern))
    })
    assert.deepStrictEqual(
      strange.map(({ at, value }) => `${at} ${String(value["pattern"])}`),
      []
    )
  })

  it("no choice is there twice", () => {
    const twice = places.filter(({ value: { anyOf } }) => {
      if (!Array.isArray(anyOf)) return false
      return anyOf.length < 2 || new Set(anyOf.map((choice) => JSON.stringify(choice))).size < anyOf.length
    })
    assert.deepStrictEqual(
      twice.map(({ at }) => at),
      []
    )
  })

  it("every answer carries x-request-id, and every redirect its Location", () => {
    const answers = places
      .filter(({ at }) => at.startsWith("/paths/") && operations.test(at))
      .flatMap(({ at, value }) =>
        Object.entries(isObject(value["responses"]) ? value["responses"] : {}).map(([status, response]) => ({
          at: `${at} ${status}`,
          status,
          headers: isObject(response) && isObject(response["headers"]) ? Object.keys(response["headers"]) : []
        }))
      )
    assert.isNotEmpty(answers)
    const silent = answers.filter(
      ({ headers, status }) =>
        !headers.includes("x-request-id") || headers.includes("Location") !== status.startsWith("3")
    )
    assert.deepStrictEqual(silent, [])
  })

  it("every webhook has a name that a function can have", () => {
    const names = places
      .filter(({ at }) => at.startsWith("/webhooks/") && operations.test(at))
      .map(({ value }) => String(value["operationId"]))
    assert.deepStrictEqual(
      names.filter((name) => !/^[A-Za-z_]\w*$/.test(name)),
      []
    )
  })
})
