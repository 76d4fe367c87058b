import { assert, describe, it, layer } from "#test/support/suite"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import { release } from "@svc/contract/kernel/openapi"
import { isObject } from "@svc/contract/kernel/openapi-schemas"
import { Context, Effect, Layer, Schema } from "effect"
import { readFileSync } from "node:fs"
import { AppConfig } from "#platform/config/config"
import { send } from "#test/support/requests"
import { TestApp } from "./support/TestApp.ts"

/**
 * Redocly's strict set, and beyond it: a description of every operation and parameter, and `error` in every refusal.
 * Two things of the set are let pass: a route that sends the browser elsewhere needs no 2XX, and the documents themselves
 * give paths that only an id tells apart (`/api/employees/{id}/clone`, `/api/employees/compliance/{docId}`).
 */
const rules = {
  "operation-description": "error",
  "parameter-description": "error",
  "operation-singular-tag": "error",
  "operation-tag-defined": "error",
  "component-name-unique": "error",
  "spec-strict-refs": "error",
  "response-contains-property": { severity: "error", names: { "4XX": ["error"], "5XX": ["error"] } }
} as const

/** What the JSON pointer (`#/paths/~1api~1keys/get`) leads to. */
const at = (document: Schema.Json, pointer: string) =>
  pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<Schema.Json | undefined>((place, key) => (isObject(place) ? place[key] : undefined), document)

const sendsElsewhere = (responses: Schema.Json | undefined) =>
  isObject(responses) && Object.keys(responses).some((status) => status.startsWith("3"))

/** Errors of SCIM have a body of their own (RFC 7644, 3.12). */
const rulesOf = (path: string) =>
  path === "/openapi/scim.json"
    ? {
        ...rules,
        "response-contains-property": { severity: "error", names: { "4XX": ["detail"], "5XX": ["detail"] } } as const
      }
    : rules

const problemsOf = Effect.fnUntraced(function* (path: string, source: string) {
  const problems = yield* Effect.promise(async () => {
    const config = await createConfig({ extends: ["recommended-strict"], rules: rulesOf(path) })
    return await lintFromString({ source, absoluteRef: `http://svc.test${path}`, config })
  })
  const document = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Json))(source)
  return problems
    .filter(({ ruleId }) => ruleId !== "no-ambiguous-paths")
    .filter(
      ({ location, ruleId }) =>
        ruleId !== "operation-2xx-response" || !sendsElsewhere(at(document, location[0]?.pointer ?? ""))
    )
    .map(({ location, message, ruleId }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
})

/** The places of all properties that no description explains; what refers to a component is explained there. */
const undescribed = (value: Schema.Json, at: string): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap((item, index) => undescribed(item, `${at}/${index}`))
  if (!isObject(value)) return []
  const properties = isObject(value["properties"]) ? Object.entries(value["properties"]) : []
  return [
    ...properties
      .filter(
        ([, property]) => isObject(property) && !["$ref", "description", "properties"].some((key) => key in property)
      )
      .map(([name]) => `${at}/${name}`),
    ...Object.entries(value)
      .filter(([key]) => key !== "example" && key !== "examples")
      .flatMap(([key, member]) => undescribed(member, `${at}/${key}`))
  ]
}

const paths = ["/openapi/public.json", "/openapi/app.json", "/openapi/scim.json"]

/** All at first: linting keeps the thread so long that a kept connection would time out. */
class Documents extends Context.Service<Documents, ReadonlyMap<string, string>>()("test/Documents") {
  static readonly layer = Layer.effect(
    Documents,
    Effect.map(
      Effect.forEach(paths, (path) => Effect.map(send("GET", path), ({ text }) => [path, text] as const)),
      (documents) => new Map(documents)
    )
  )
}

layer(Documents.layer.pipe(Layer.provideMerge(TestApp)))("the OpenAPI documents as they are served", (it) => {
  it.effect("every field of the public API says what it holds", function* () {
    const text = (yield* Documents).get("/openapi/public.json") ?? ""
    assert.deepStrictEqual(undescribed(Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Json))(text), ""), [])
  })

  // surfaces-4
  it.effect.each(paths)("%s passes a public linter without an error or a warning", function* (path) {
    assert.deepStrictEqual(yield* problemsOf(path, (yield* Documents).get(path) ?? ""), [])
  })

  it.effect.each(paths)("%s names the address at which the service is reached", function* (path) {
    const { baseUrl } = yield* AppConfig
    const Served = Schema.Struct({ servers: Schema.Array(Schema.Struct({ url: Schema.String })) })
    const { servers } = Schema.decodeUnknownSync(Schema.fromJsonString(Served))((yield* Documents).get(path) ?? "")
    assert.deepStrictEqual(servers, [{ url: baseUrl }])
  })

  it.effect("a mistake would not pass", function* () {
    const text = (yield* Documents).get("/openapi/public.json") ?? ""
    const spoilt = text.replace('"status":"pending"', '"status":"nonsense"')
    assert.notStrictEqual(spoilt, text)
    assert.match((yield* problemsOf("/openapi/public.json", spoilt)).join("\n"), /no-invalid-media-type-examples/)
  })
})

describe("the release", () => {
  // versions-2: The release is the one of `package.json`.
  it("is the one of package.json", () => {
    const { version } = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({ version: Schema.String })))(
      readFileSync("package.json", "utf8")
    )
    assert.strictEqual(release, version)
  })
})
