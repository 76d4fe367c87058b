import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { openApiBreaks } from "../scripts/openapi-breaks.ts"
import { promisedDocuments, releasedText } from "../scripts/openapi-documents.ts"

type JsonObject = Schema.JsonObject

const parse = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))

const object = (properties: JsonObject, ...required: ReadonlyArray<string>) => ({
  type: "object",
  properties,
  required
})
const text = { type: "string" }
const json = (schema: JsonObject) => ({ content: { "application/json": { schema } } })

interface Parts {
  readonly parameters?: ReadonlyArray<JsonObject>
  readonly body?: JsonObject
  readonly bodyRequired?: boolean
  readonly answer?: JsonObject
  readonly responses?: JsonObject
  readonly webhook?: JsonObject
  readonly operation?: JsonObject
}

/** A document with `POST /things` and one webhook. */
const documentOf = (parts: Parts = {}): JsonObject => ({
  paths: {
    "/things": {
      post: {
        operationId: "things.create",
        security: [{ key: [] }],
        parameters: parts.parameters ?? [{ name: "dry", in: "query", schema: { type: "boolean" } }],
        requestBody: {
          ...json(
            parts.body ??
              object({ name: { ...text, maxLength: 10 }, kind: { ...text, enum: ["a", "b"] }, note: text }, "name")
          ),
          required: parts.bodyRequired ?? false
        },
        responses: parts.responses ?? {
          "201": {
            ...json(
              parts.answer ??
                object({ id: { ...text, format: "uuid" }, state: { ...text, enum: ["on"] }, note: text }, "id")
            ),
            headers: { Location: {} }
          },
          "409": json(object({ error: text }, "error"))
        },
        ...parts.operation
      }
    }
  },
  webhooks: {
    "thing.created": {
      post: { requestBody: json(parts.webhook ?? { $ref: "#/components/schemas/Thing" }), responses: {} }
    }
  },
  components: { schemas: { Thing: object({ id: text, parent: { $ref: "#/components/schemas/Thing" } }, "id") } }
})

const breaksOf = (after: Parts) => openApiBreaks(documentOf(), documentOf(after))

describe("what breaks a caller", () => {
  const body = { name: { ...text, maxLength: 10 }, kind: { ...text, enum: ["a", "b"] }, note: text }
  const answer = { id: { ...text, format: "uuid" }, state: { ...text, enum: ["on"] }, note: text }
  const dry = { name: "dry", in: "query", schema: { type: "boolean" } }
  it.each<readonly [string, Parts, string]>([
    ["a parameter that is gone", { parameters: [] }, "POST /things query dry: is no longer taken"],
    [
      "a new parameter that is required",
      { parameters: [dry, { name: "by", in: "query", required: true, schema: text }] },
      "POST /things query by: is required now"
    ],
    [
      "another type of a parameter",
      { parameters: [{ ...dry, schema: { type: "integer" } }] },
      "POST /things query dry: type boolean does not fit type integer"
    ],
    ["a body that is required now", { bodyRequired: true }, "POST /things body: is required now"],
    [
      "a field of the body that is required now",
      { body: object(body, "name", "kind") },
      "POST /things body.kind: is required now"
    ],
    [
      "a field of the body that is gone",
      { body: object({ name: body.name, kind: body.kind }, "name") },
      "POST /things body.note: is no longer taken"
    ],
    [
      "a value that is refused now",
      { body: object({ ...body, kind: { ...text, enum: ["a"] } }, "name") },
      "POST /things body.kind: no longer takes b"
    ],
    [
      "a closed list of values where any was taken",
      { body: object({ ...body, note: { ...text, enum: ["x"] } }, "name") },
      "POST /things body.note: takes only listed values"
    ],
    [
      "a tighter limit",
      { body: object({ ...body, name: { ...text, maxLength: 9 } }, "name") },
      "POST /things body.name: maxLength 9 is tighter"
    ],
    [
      "a new pattern",
      { body: object({ ...body, note: { ...text, pattern: "^x" } }, "name") },
      "POST /things body.note: pattern undefined does not fit pattern ^x"
    ],
    [
      "an answered field that is gone",
      { answer: object({ id: answer.id, state: answer.state }, "id") },
      "POST /things 201.note: is gone"
    ],
    ["an answered field that can be missing", { answer: object(answer) }, "POST /things 201.id: can be missing now"],
    [
      "an answered field that can be null",
      { answer: object({ ...answer, id: { type: ["string", "null"], format: "uuid" } }, "id") },
      "POST /things 201.id: type null does not fit type string"
    ],
    [
      "another format of an answered field",
      { answer: object({ ...answer, id: text }, "id") },
      "POST /things 201.id: format undefined does not fit format uuid"
    ],
    ["a success that is gone", { responses: { "200": json(object(answer, "id")) } }, "POST /things 201: is gone"],
    [
      "a header of an answer that is gone",
      { responses: { "201": json(object(answer, "id")) } },
      "POST /things 201 header Location: is gone"
    ],
    [
      "a field of a webhook that is gone",
      { webhook: object({ id: text }, "id") },
      "webhook thing.created body.parent: is gone"
    ],
    [
      "another name of the operation",
      { operation: { operationId: "things.make" } },
      "POST /things: has another operationId"
    ],
    ["another credential", { operation: { security: [] } }, "POST /things: has another security"]
  ])("%s", (_, after, sentence) => {
    assert.deepStrictEqual(breaksOf(after), [sentence])
  })

  it("a route, and a webhook, that is gone", () => {
    assert.deepStrictEqual(openApiBreaks(documentOf(), {}), ["POST /things: is gone", "webhook thing.created: is gone"])
  })
})

describe("what breaks no caller", () => {
  it.each<readonly [string, Parts]>([
    ["nothing changed, schemas that contain themselves included", {}],
    [
      "an optional parameter",
      {
        parameters: [
          { name: "dry", in: "query", schema: { type: "boolean" } },
          { name: "by", in: "query", schema: text }
        ]
      }
    ],
    [
      "an optional field of the body, a wider limit, another value",
      {
        body: object(
          { name: { ...text, maxLength: 20 }, kind: { ...text, enum: ["a", "b", "c"] }, note: text, more: text },
          "name"
        )
      }
    ],
    [
      "a body field that may be null as well",
      {
        body: object(
          { name: { ...text, maxLength: 10 }, kind: { ...text, enum: ["a", "b"] }, note: { type: ["string", "null"] } },
          "name"
        )
      }
    ],
    [
      "another answered field and another answered value",
      {
        answer: object(
          { id: { ...text, format: "uuid" }, state: { ...text, enum: ["on", "off"] }, note: text, more: text },
          "id",
          "more"
        )
      }
    ],
    [
      "another field of a webhook",
      { webhook: object({ id: text, parent: { $ref: "#/components/schemas/Thing" }, more: text }, "id") }
    ]
  ])("%s", (_, after) => {
    assert.deepStrictEqual(breaksOf(after), [])
  })

  it("a refusal that is gone, and one that is new", () => {
    const answer = object({ id: { ...text, format: "uuid" }, state: { ...text, enum: ["on"] }, note: text }, "id")
    assert.deepStrictEqual(
      breaksOf({ responses: { "201": { ...json(answer), headers: { Location: {} } }, "402": json(text) } }),
      []
    )
  })
})

describe("what a release keeps of a document", () => {
  it.each(promisedDocuments)("%s: its shape, which the document itself does not break", (_, document) => {
    const released = releasedText(parse(document))
    assert.deepStrictEqual(openApiBreaks(parse(released), parse(document)), [])
    assert.deepStrictEqual(openApiBreaks(parse(document), parse(released)), [])
    assert.notInclude(released, '"summary":"')
  })
})
