import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { connect } from "node:net"
import { TestApp } from "#test/support/TestApp"
import { aKey, aSuperAdmin } from "#test/support/people"

const invalid = JSON.stringify({ error: "Invalid or unauthorized API key" })
const missing = JSON.stringify({ error: "Missing or invalid Authorization header" })

/** One request over a socket of its own, header by header as given; the status, the headers and the body. */
const raw = Effect.fnUntraced(function* (method: string, headers: ReadonlyArray<string>, path = "/api/v1/employees") {
  const { address } = yield* HttpServer.HttpServer
  const port = "port" in address ? address.port : 0
  const text = yield* Effect.promise(async () => {
    const socket = connect({ host: "127.0.0.1", port })
    socket.write([`${method} ${path} HTTP/1.1`, "Host: svc.test", "Connection: close", ...headers, "", ""].join("\r\n"))
    const chunks: Array<string> = []
    for await (const chunk of socket) chunks.push(String(chunk))
    return chunks.join("")
  })
  const [head = "", body = ""] = text.split("\r\n\r\n")
  return { status: Number(head.split(" ")[1]), head: head.toLowerCase(), body }
})

const aKeyOfItsOwn = Effect.flatMap(aSuperAdmin(), aKey)

layer(TestApp)("the header that a key comes in", (it) => {
  // credentials-2
  it.status(200, "the scheme is read without case, and spaces around the key are not part of it", function* () {
    const key = yield* aKeyOfItsOwn
    for (const form of [
      `bearer ${key}`,
      `BEARER ${key}`,
      `Bearer    ${key}`,
      `   Bearer ${key}  `,
      `Bearer ${key}\t`
    ]) {
      const { status } = yield* raw("GET", [`Authorization: ${form}`])
      assert.deepStrictEqual([form, status], [form, 200])
    }
    assert.strictEqual((yield* raw("GET", [`AUTHORIZATION:Bearer ${key}`])).status, 200)
  })

  // credentials-3
  it.status(
    401,
    "what is not the word Bearer, a space and a credential is a missing or non-Bearer header",
    function* () {
      const key = yield* aKeyOfItsOwn
      for (const form of [
        `Bearer\t${key}`,
        `Bearer${key}`,
        `Bearer:${key}`,
        `Token ${key}`,
        `Bearer, ${key}`,
        "Bearer "
      ]) {
        const { body, status } = yield* raw("GET", [`Authorization: ${form}`])
        assert.deepStrictEqual([form, status, body], [form, 401, missing])
      }
    }
  )

  it.status(401, "whatever follows Bearer and is not exactly a key is a malformed key", function* () {
    const key = yield* aKeyOfItsOwn
    for (const form of [
      `${key} x`,
      `${key},`,
      `"${key}"`,
      `<${key}>`,
      `${key}; a=b`,
      `Bearer ${key}`,
      `${key}\u00a0`
    ]) {
      const { body, status } = yield* raw("GET", [`Authorization: Bearer ${form}`])
      assert.deepStrictEqual([form, status, body], [form, 401, invalid])
    }
  })

  // credentials-2: A key is accepted as `Authorization: Bearer <key>` only.
  it.status(401, "a key in the query, a cookie, Basic or another header is not accepted", function* () {
    const key = yield* aKeyOfItsOwn
    for (const name of ["access_token", "api_key", "apikey", "key", "token", "authorization"]) {
      const { body, status } = yield* raw("GET", [], `/api/v1/employees?${name}=${key}`)
      assert.deepStrictEqual([name, status, body], [name, 401, missing])
    }
    const basic = Buffer.from(`${key}:`).toString("base64")
    for (const header of [
      `Cookie: access_token=${key}`,
      `X-Api-Key: ${key}`,
      `Proxy-Authorization: Bearer ${key}`,
      `Authorization: Basic ${basic}`
    ]) {
      const { body, status } = yield* raw("GET", [header])
      assert.deepStrictEqual([header, status, body], [header, 401, missing])
    }
  })

  // credentials-13: Of several `Authorization` headers the first one counts.
  it.effect("of several Authorization headers the first one counts", function* () {
    const key = yield* aKeyOfItsOwn
    const [right, wrong] = [`Authorization: Bearer ${key}`, `Authorization: Bearer svc_live_${"0".repeat(32)}`]
    assert.strictEqual((yield* raw("GET", [right, wrong])).status, 200)
    assert.strictEqual((yield* raw("GET", [wrong, right])).status, 401)
  })

  it.status(405, "OPTIONS and other methods, with Allow, whatever the key", function* () {
    const key = yield* aKeyOfItsOwn
    const authorization = `Authorization: Bearer ${key}`
    for (const method of ["OPTIONS", "PUT", "DELETE"]) {
      const answer = yield* raw(method, [authorization, "Content-Length: 0"])
      assert.deepStrictEqual([method, answer.status], [method, 405])
      assert.include(answer.head, "allow: get, head")
    }
  })
})
