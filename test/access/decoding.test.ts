import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { aSuperAdmin } from "#test/support/people"
import { AccessSurface, bearer, send, tokenOf } from "./support.ts"

const id = "00000000-0000-4000-8000-00000000000a"
const good = `{"name":"abc","count":1}`
const json = "application/json"

interface Case {
  readonly path?: string
  readonly body?: string
  readonly type?: string
  readonly error: string
}

const nested = (levels: number, within: string) => `${"[".repeat(levels)}${within}${"]".repeat(levels)}`
const fieldsOf = (count: number) => Array.from({ length: count }, (_, index) => `"field ${index}":1`).join()
const tooDeep = "The body is nested more than 100 levels deep. Send a flatter one"
const notJson = "The body is not valid JSON"
const notObject = "The body must be a JSON object"
const wrongType = "Send the body as JSON with Content-Type: application/json"

const refused: Readonly<Record<string, Case>> = {
  "an id that is not a UUID": { path: "x/github", body: good, error: "Invalid id" },
  "an id that is not a UUID beats the rest of the path": { path: "x/y", body: good, error: "Invalid id" },
  "another parameter of the path": { path: `${id}/y`, body: good, error: "service: must be 2 to 10 characters" },
  "a query parameter out of its limits": {
    path: `${id}/github?limit=101`,
    body: good,
    error: "limit: must be a whole number from 1 to 100"
  },
  "100abc is no number": {
    path: `${id}/github?limit=100abc`,
    body: good,
    error: "limit: must be a whole number from 1 to 100"
  },
  "1e2 is no whole number": {
    path: `${id}/github?limit=1e2`,
    body: good,
    error: "limit: must be a whole number from 1 to 100"
  },
  "a parameter given twice": {
    path: `${id}/github?limit=1&limit=2`,
    body: good,
    error: "limit: must be sent once, as limit=value"
  },
  "not JSON": { body: "{", error: notJson },
  "JSON twice": { body: good + good, error: notJson },
  "not JSON, 400,000 deep": { body: "[".repeat(400_000), error: tooDeep },
  "no body": { error: notObject },
  "an empty body": { body: "", error: notObject },
  null: { body: "null", error: notObject },
  "a list": { body: "[]", error: notObject },
  "a missing field": { body: `{"count":1}`, error: "name: is required" },
  "a field of another type": { body: `{"name":1,"count":1}`, error: "name: must be a string" },
  "several fields, joined": {
    body: `{"name":"a","tags":["x",1]}`,
    error: "name: must be 2 to 10 characters; count: is required; tags.1: must be a string"
  },
  "a number that overflows": { body: `{"name":"abc","count":1e400}`, error: "count: must be an integer" },
  "NUL in a text": { body: `{"name":"a\\u0000b","count":1}`, error: "name: must not contain the NUL character" },
  "101 levels of lists": { body: `{"name":"abc","count":1,"more":${nested(100, "")}}`, error: tooDeep },
  "101 levels of objects": {
    body: `{"name":"abc","count":1,"more":${'{"a":'.repeat(100)}1${"}".repeat(100)}}`,
    error: tooDeep
  },
  "a list of more than 10,000 items, at any level": {
    body: `{"name":"abc","count":1,"more":{"within":[${"0,".repeat(10_000)}0]}}`,
    error: "more: contains a list with more than 10000 items. Send fewer"
  },
  "an object of more than 1,000 fields": {
    body: `{"name":"abc","count":1,${fieldsOf(999)}}`,
    error: "The body has an object with more than 1000 fields. Send fewer"
  },
  "more than 100,000 values in lists that are short enough": {
    body: `{"name":"abc","count":1,"more":[${Array.from({ length: 11 }, () => `[${"{},".repeat(4_999)}{}]`).join()}]}`,
    error: "The body has more than 100000 values. Send them in several requests"
  },
  "text/plain with JSON inside": { body: good, type: "text/plain", error: wrongType },
  "a form with JSON inside": { body: good, type: "application/x-www-form-urlencoded", error: wrongType },
  "multipart with JSON inside": { body: good, type: "multipart/form-data; boundary=x", error: wrongType }
}

const taken: Readonly<Record<string, string>> = {
  "with a charset": good,
  "the last of duplicate keys counts": `{"name":"abc","count":2,"count":1}`,
  "unknown fields are ignored, __proto__ too": `{"name":"abc","count":1,"__proto__":{"count":7,"polluted":1}}`,
  "__proto__ deeper inside": `{"name":"abc","count":1,"more":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}`,
  "1,000 fields of one object": `{"name":"abc","count":1,${fieldsOf(998)}}`,
  "100 levels deep, brackets in texts aside": `{"name":"abc","count":1,"more":${nested(99, JSON.stringify("[".repeat(200)))}}`
}

layer(AccessSurface)("decoding of requests", (it) => {
  const aToken = Effect.flatMap(aSuperAdmin(), tokenOf)

  for (const [name, { body, error, path = `${id}/github`, type = json }] of Object.entries(refused)) {
    it.status(400, `${name}`, function* () {
      const headers = { ...bearer(yield* aToken), "content-type": type }
      const answer = yield* send("POST", `/api/probe/decode/${path}`, {
        headers,
        ...(body === undefined ? {} : { body })
      })
      assert.deepStrictEqual([answer.status, answer.body], [400, { error }])
    })
  }

  for (const [name, body] of Object.entries(taken)) {
    it.status(200, `${name}`, function* () {
      const headers = { ...bearer(yield* aToken), "content-type": "application/json; charset=utf-8" }
      const answer = yield* send("POST", `/api/probe/decode/${id}/github`, { headers, body })
      assert.deepStrictEqual([answer.status, answer.body], [200, { count: 1 }])
      assert.notProperty({}, "polluted")
    })
  }

  // refusals-5
  it.status(400, "a body of wrong items is answered with the first ten sentences", function* () {
    const body = JSON.stringify({ name: "abc", count: 1, tags: Array.from({ length: 10_000 }, () => 1) })
    const answer = yield* send("POST", `/api/probe/decode/${id}/github`, { headers: bearer(yield* aToken), body })
    const sentences = Array.from({ length: 10 }, (_, index) => `tags.${index}: must be a string`)
    assert.deepStrictEqual([answer.status, answer.body], [400, { error: `${sentences.join("; ")}; and 9990 more` }])
  })

  it.status(500, "a response that does not fit its schema is our mistake, not the caller's", function* () {
    const { body, status } = yield* send("GET", "/api/probe/broken", { headers: bearer(yield* aToken) })
    assert.deepStrictEqual([status, body], [500, { error: "Server error" }])
  })
})
