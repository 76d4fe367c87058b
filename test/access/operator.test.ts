import { assert, layer } from "#test/support/suite"
import { TestClock } from "effect/testing"
import { TestApp } from "#test/support/TestApp"
import { aKey, aSession, aSuperAdmin } from "#test/support/people"
import { send, withStatus } from "#test/support/requests"

const token = "the-operator-token-of-all-the-tests"

const message = (id: number) =>
  `${JSON.stringify({ _tag: "Request", id: String(id), tag: "organisations.list", payload: null, headers: [] })}\n`

const messages = (count: number) => Array.from({ length: count }, (_, index) => message(index)).join("")

const post = (body: string, bearer?: string, headers: Readonly<Record<string, string>> = {}) =>
  send("POST", "/rpc", {
    body,
    headers: {
      "content-type": "application/ndjson",
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...headers
    }
  })

const refused = { error: "Missing or invalid operator token" }

/** Failures leave with the minute that they count in. */
const aMinutePasses = TestClock.adjust("61 seconds")

layer(TestApp, { timeout: "120 seconds" })("the operator's surfaces", (it) => {
  // credentials-11: Only the operator token opens the operator's endpoints.
  it.status(
    401,
    "a body of 11,000 messages without a token is answered by its headers, and none of it is decoded",
    function* () {
      const answer = yield* post(messages(11_000))
      assert.deepStrictEqual([answer.status, answer.body], [401, refused])
      // What was decoded is answered message by message.
      assert.isBelow(answer.text.length, 100)
      assert.deepStrictEqual((yield* post("no message at all {")).body, refused)
      assert.strictEqual((yield* post("x".repeat(3_000_000))).status, 401)
    }
  )

  // credentials-11
  it.effect("a token in the messages opens nothing: the headers of the request decide", function* () {
    const inside = message(1).replace('"headers":[]', `"headers":[["authorization","Bearer ${token}"]]`)
    assert.strictEqual((yield* post(inside)).status, 401)
    assert.strictEqual((yield* post(message(1), undefined, { authorization: `bearer  ${token}` })).status, 200)
  })

  // limits-10: A body of `/rpc` holds at most 8 messages and 64 kB.
  it.effect("400, 413: a body holds 8 messages and 64 kB at most", function* () {
    const eight = yield* post(messages(8), token)
    assert.deepStrictEqual([eight.status, eight.text.trim().split("\n").length], [200, 8])
    const nine = yield* post(messages(9), token)
    assert.deepStrictEqual([nine.status, nine.body], [400, { error: "Send at most 8 messages in a body, not 9" }])
    assert.strictEqual((yield* post("x".repeat(65_000), token)).status, 413)
  })

  // limits-3
  it.status(429, "20 wrong tokens block the address, with the right one too, here and on every surface", function* () {
    const member = yield* aSuperAdmin()
    const [session, key] = [yield* aSession(member), yield* aKey(member)]
    for (const guess of [
      (bearer: string) => send("GET", "/metrics", { bearer }),
      (bearer: string) => post("", bearer)
    ]) {
      yield* aMinutePasses
      for (let tries = 1; tries <= 20; tries += 1) assert.strictEqual((yield* guess(`wrong-${tries}`)).status, 401)
      for (const [path, bearer] of [
        ["/metrics", token],
        ["/api/auth/me", session],
        ["/api/v1/offboardings", key],
        ["/scim/v2/Users", key]
      ] as const) {
        const answer = yield* withStatus(429, send("GET", path, { bearer }), path)
        assert.strictEqual(answer.headers["retry-after"] === undefined, path.startsWith("/api/v1"), path)
      }
      assert.strictEqual((yield* post(message(1), token)).status, 429)
      assert.strictEqual((yield* send("GET", "//%6detrics", { bearer: token })).status, 429)
    }
    yield* aMinutePasses
    assert.strictEqual((yield* send("GET", "/metrics", { bearer: token })).status, 200)
  })

  // limits-4
  it.effect("a missing token is no failure, and counts in the limit of all anonymous requests", function* () {
    yield* aMinutePasses
    for (let tries = 1; tries <= 300; tries += 1) assert.strictEqual((yield* send("GET", "/metrics")).status, 401)
    const limited = yield* send("GET", "/metrics")
    assert.deepStrictEqual([limited.status, limited.headers["retry-after"]], [429, "60"])
    assert.strictEqual((yield* post("")).status, 429)
    assert.strictEqual((yield* send("GET", "/metrics", { bearer: token })).status, 200)
  })
})
