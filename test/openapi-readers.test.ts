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
  /** An answer that many operations share is told once, and referred to. */
  const resolved = (response: Schema.Json | undefined): Schema.JsonObject => {
    if (!isObject(response)) return {}
    const reference = response["$ref"]
    if (reference === undefined) return response
    return places.find(({ at }) => `#${at}` === reference)?.value ?? {}
  }

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
        Object.entries(isObject(value["responses"]) ? value["responses"] : {}).map(([status, response]) => {
          const { headers } = resolved(response)
          return { at: `${at} ${status}`, status, headers: isObject(headers) ? Object.keys(headers) : [] }
        })
      )
    assert.isNotEmpty(answers)
    const silent = answers.filter(
      ({ headers, status }) =>
        !headers.includes("x-request-id") || headers.includes("Location") !== status.startsWith("3")
    )
    assert.deepStrictEqual(silent, [])
  })

  it("an answer that many operations give is told once", () => {
    const answers = places
      .filter(({ at }) => at.startsWith("/paths/") && operations.test(at))
      .map(({ value }) => (isObject(value["responses"]) ? value["responses"] : {}))
    const repeated = Object.entries(
      Object.groupBy(
        answers.flatMap((responses) =>
          Object.entries(responses).filter(([, response]) => !("$ref" in (isObject(response) ? response : {})))
        ),
        ([status, response]) => `${status} ${JSON.stringify(response)}`
      )
    )
    assert.deepStrictEqual(
      repeated.flatMap(([answer, uses = []]) =>
        /^[45]/.test(answer) && uses.length * 5 >= answers.length && uses.length > 1 ? [answer] : []
      ),
      []
    )
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
