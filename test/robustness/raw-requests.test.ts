import { NodeHttpServer } from "@effect/platform-node"
import { assert, layer } from "#test/support/suite"
import { Effect, Layer, Predicate } from "effect"
import { HttpServer } from "effect/http"
import { AccessLog } from "#platform/observability/access-log"
import { Files } from "#platform/files/files"
import { makeHttpServer } from "#platform/http/server"
import { RequestBounds, Served } from "#App"
import { TestServices } from "#test/support/TestApp"
import { aKey, aSuperAdmin } from "#test/support/people"
import { bodyOf, converse, type Exchange, patience, statusOf, type Step } from "./connection.ts"

/** The app behind the service's own listener. */
const appThatWaits = (...limits: Parameters<typeof makeHttpServer>) =>
  Served.pipe(
    Layer.provideMerge(NodeHttpServer.layer(() => makeHttpServer(...limits), { port: 0, host: "127.0.0.1" })),
    Layer.provide(RequestBounds),
    Layer.provideMerge(Files.layer),
    Layer.provide(AccessLog.layerSilent),
    Layer.provideMerge(TestServices)
  )

const App = appThatWaits()
/** Less long than it does for others, for what is slow on purpose: on a slow machine everything is slow. */
const ImpatientApp = appThatWaits({ headers: 1_500, request: 2_500, check: 100 })

const port = Effect.map(HttpServer.HttpServer, ({ address }) => (address._tag === "UnixPathAddress" ? 0 : address.port))

const talk = Effect.fnUntraced(function* (...steps: ReadonlyArray<Step>) {
  return yield* converse(yield* port, steps)
})

const aBearer = Effect.gen(function* () {
  const key = yield* aKey(yield* aSuperAdmin())
  return `Authorization: Bearer ${key}`
})

const lines = (...all: ReadonlyArray<string>) => `${all.join("\r\n")}\r\n\r\n`
const host = "Host: svc.test"
const json = "Content-Type: application/json"
const close = "Connection: close"
const good = JSON.stringify({ employee_name: "Ada", exit_date: "2026-04-30" })

const isError = (exchange: Exchange, at: string) => {
  const body = bodyOf(exchange)
  assert.isTrue(Predicate.hasProperty(body, "error") && typeof body.error === "string", `${at}: ${exchange.received}`)
}

/** Refused by the parser or by the app: one answer of this status with `{ error }`, then the end of the connection. */
const refused = (name: string, statuses: ReadonlyArray<number>, steps: (bearer: string) => ReadonlyArray<Step>) =>
  ({ name, statuses, steps }) as const

const post = "POST /api/v1/offboardings HTTP/1.1"
const list = "GET /api/v1/offboardings HTTP/1.1"

const refusals = [
  refused("Transfer-Encoding and Content-Length", [400], (bearer) => [
    lines(post, host, bearer, json, "Content-Length: 5", "Transfer-Encoding: chunked"),
    `0\r\n\r\n`
  ]),
  refused("two different Content-Length", [400], (bearer) => [
    lines(post, host, bearer, json, "Content-Length: 5", "Content-Length: 6"),
    good
  ]),
  refused("the same Content-Length twice", [400], (bearer) => [
    lines(post, host, bearer, json, `Content-Length: ${good.length}`, `Content-Length: ${good.length}`),
    good
  ]),
  refused("a Content-Length below zero", [400], (bearer) => [
    lines(post, host, bearer, json, "Content-Length: -1"),
    good
  ]),
  refused("a Content-Length that is no number", [400], (bearer) => [
    lines(post, host, bearer, json, "Content-Length: 0x10"),
    good
  ]),
  refused("a Transfer-Encoding that nobody knows", [400], (bearer) => [
    lines(post, host, bearer, json, "Transfer-Encoding: xchunked", close),
    good
  ]),
  refused("chunked before another coding", [400], (bearer) => [
    lines(post, host, bearer, json, "Transfer-Encoding: chunked, gzip", close),
    good
  ]),
  refused("a chunk size that is no number", [400], (bearer) => [
    lines(post, host, bearer, json, "Transfer-Encoding: chunked"),
    "zz\r\nabc\r\n0\r\n\r\n"
  ]),
  refused("a header folded over two lines", [400], (bearer) => [
    lines(list, host, bearer, "X-Fold: a\r\n b\r\n\tc\u0000")
  ]),
  refused("a space before the colon", [400], (bearer) => [lines(list, host, bearer, "X-Space : a")]),
  refused("NUL in a header", [400], (bearer) => [lines(list, host, bearer, "X-Nul: a\u0000b")]),
  refused("a bare line feed in a header name", [400], (bearer) => [lines(list, host, bearer, "X-\nY: a")]),
  refused("17 kB in one header", [431], (bearer) => [lines(list, host, bearer, `X-Long: ${"x".repeat(17_000)}`)]),
  refused("10,000 headers", [431], (bearer) => [
    lines(list, host, bearer, ...Array.from({ length: 10_000 }, (_, n) => `X-${n}: a`))
  ]),
  refused("an address of 20 kB", [431, 414, 400], (bearer) => [
    lines(`GET /api/v1/offboardings?a=${"x".repeat(20_000)} HTTP/1.1`, host, bearer)
  ]),
  refused("a space in the address", [400], (bearer) => [lines("GET /api/v1/offboardings?a= b HTTP/1.1", host, bearer)]),
  refused("no Host", [400], (bearer) => [lines(list, bearer)]),
  refused("two Host headers", [400], (bearer) => [lines(list, host, bearer, "HOST: elsewhere.example")]),
  refused("the same Host twice", [400], (bearer) => [
    lines(post, host, host, bearer, json, `Content-Length: ${good.length}`),
    good
  ]),
  refused("the preface of HTTP/2", [400, 505], () => ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]),
  refused("a version that does not exist", [400, 505], (bearer) => [
    lines("GET /api/v1/offboardings HTTP/9.9", host, bearer)
  ]),
  refused("a greeting of TLS", [400], () => [Buffer.from("16030100c8010000c40303", "hex"), Buffer.alloc(200, 1)]),
  refused("no HTTP at all", [400], () => ["hello\r\n\r\n"]),
  refused("a method that nobody knows", [400], (bearer) => [
    lines("FROBNICATE /api/v1/offboardings HTTP/1.1", host, bearer, close)
  ]),
  refused("a method in lower case", [400], (bearer) => [
    lines("get /api/v1/offboardings HTTP/1.1", host, bearer, close)
  ]),
  ...["TRACE", "OPTIONS", "PUT", "DELETE", "PROPFIND", "QUERY", "PURGE", "M-SEARCH"].map((method) =>
    refused(`the method ${method}`, [405], (bearer) => [
      lines(`${method} /api/v1/offboardings HTTP/1.1`, host, bearer, close)
    ])
  ),
  refused("the method TRACE elsewhere", [404], () => [lines("TRACE /nowhere HTTP/1.1", host, close)]),
  refused("OPTIONS *", [404, 405], () => [lines("OPTIONS * HTTP/1.1", host, close)]),
  refused("CONNECT", [405], () => [lines("CONNECT 169.254.169.254:80 HTTP/1.1", host)]),
  refused("a whole address of another host that is no address", [404], () => [
    lines("GET http://[::bad/api HTTP/1.1", host, close)
  ]),
  refused("an address without a slash", [400, 404], () => [lines("GET api/v1/offboardings HTTP/1.1", host, close)]),
  refused("two slashes", [401, 404], () => [lines("GET //api/v1/offboardings HTTP/1.1", host, close)])
]

const slow = [
  refused("headers that never end", [408], (bearer) => [`${list}\r\n${host}\r\n${bearer}\r\n`]),
  refused("headers a byte at a time", [408], () =>
    Array.from("GET / HTTP/1.1\r\nHost: a\r\n").flatMap((byte) => [byte, 120])
  ),
  refused("a body that never comes", [408], (bearer) => [
    lines(post, host, bearer, json, `Content-Length: ${good.length}`)
  ]),
  refused("a body a byte at a time", [408], (bearer) => [
    lines(post, host, bearer, json, `Content-Length: ${good.length}`),
    ...Array.from(good).flatMap((byte) => [byte, 80])
  ]),
  refused("a Content-Length that promises more than comes", [408], (bearer) => [
    lines(post, host, bearer, json, `Content-Length: ${good.length + 10}`),
    good
  ]),
  refused("chunks without an end", [408], (bearer) => [
    lines(post, host, bearer, json, "Transfer-Encoding: chunked"),
    `${good.length.toString(16)}\r\n${good}\r\n`
  ])
]

const checkRefused = Effect.fnUntraced(function* (all: ReadonlyArray<ReturnType<typeof refused>>) {
  const bearer = yield* aBearer
  yield* Effect.forEach(
    all,
    Effect.fnUntraced(function* ({ name, statuses, steps }) {
      const exchange = yield* talk(...steps(bearer))
      assert.isTrue(exchange.closed, `${name}: still open: ${exchange.received}`)
      assert.include(statuses, statusOf(exchange), `${name}: ${exchange.received}`)
      // Node refuses that one by itself, before anybody is asked.
      if (name !== "no Host") isError(exchange, name)
    }),
    { concurrency: 16 }
  )
})

const patient = { timeout: 2 * patience }

layer(ImpatientApp)("whoever is slow on the connection", (it) => {
  // refusals-16: A request that is too slow is 408 with `{ error }`, and the connection is closed.
  it.status(408, "with { error } and the end of the connection, never silence", () => checkRefused(slow), patient)
})

layer(App)("whatever bytes on the connection", (it) => {
  // refusals-9: Whatever the bytes on the connection, the answer is a 4xx, and the service goes on.
  it.effect("4xx with { error } and the end of the connection, never silence", () => checkRefused(refusals), patient)

  // refusals-9
  it.effect("the connection serves the next request after a refused one", function* () {
    const bearer = yield* aBearer
    const exchange = yield* talk(
      lines(post, host, bearer, json, "Content-Length: 1"),
      "{",
      lines(post, host, bearer, json, `Content-Length: ${good.length}`),
      good,
      lines("GET /api/v1/offboardings/17 HTTP/1.1", host, bearer),
      lines(list, host, bearer, close)
    )
    const statuses = [...exchange.received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
    assert.deepStrictEqual(statuses, [400, 201, 400, 200])
  })

  it.effect(
    "a Content-Length that is too short leaves a rest that is no request: 400, and nothing of it is done",
    function* () {
      const bearer = yield* aBearer
      const smuggled = lines("DELETE /api/v1/webhooks/x HTTP/1.1", host, bearer)
      const body = `${good}\r\n${smuggled}`
      const exchange = yield* talk(
        lines(post, host, bearer, json, `Content-Length: ${good.length}`),
        body,
        lines(list, host, bearer, close)
      )
      const statuses = [...exchange.received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
      assert.deepStrictEqual(statuses.slice(0, 2), [201, 400])
    }
  )

  it.status(200, "a whole address, HEAD, chunks, Expect: 100-continue and an upgrade that nobody offers", function* () {
    const bearer = yield* aBearer
    const whole = yield* talk(
      lines("GET http://other.example/api/v1/offboardings?limit=1 HTTP/1.1", host, bearer, close)
    )
    assert.strictEqual(statusOf(whole), 200)

    const head = yield* talk(lines("HEAD /api/v1/offboardings HTTP/1.1", host, bearer, close))
    assert.strictEqual(statusOf(head), 200)
    assert.match(head.received, /content-length: \d+/i)
    assert.strictEqual(bodyOf(head), "")

    const chunked = yield* talk(
      lines(post, host, bearer, json, "Transfer-Encoding: chunked", close),
      `1\r\n{\r\n`,
      `${(good.length - 1).toString(16)};x=y\r\n${good.slice(1)}\r\n0\r\nX-Trailer: a\r\n\r\n`
    )
    assert.strictEqual(statusOf(chunked), 201)

    const expecting = yield* talk(
      lines(post, host, bearer, json, `Content-Length: ${good.length}`, "Expect: 100-continue", close),
      20,
      good
    )
    assert.match(expecting.received, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201/)

    for (const protocol of ["websocket", "h2c", "TLS/1.0"]) {
      const upgrade = yield* talk(
        lines(list, host, bearer, "Connection: Upgrade", `Upgrade: ${protocol}`, "Sec-WebSocket-Key: x")
      )
      assert.strictEqual(statusOf(upgrade), 200, protocol)
    }
  })

  it.status(405, "names the methods in Allow, and TRACE repeats nothing of the request", function* () {
    const bearer = yield* aBearer
    const trace = yield* talk(lines("TRACE /api/v1/offboardings HTTP/1.1", host, bearer, "X-Secret: canary", close))
    assert.match(trace.received, /allow: GET, HEAD, POST/i)
    assert.notInclude(trace.received, "canary")
    assert.notInclude(trace.received, bearer)
  })

  it.effect("odd credentials are wrong credentials: 401, and the service goes on", function* () {
    for (const header of [
      "Authorization: Bearer",
      "Authorization: Bearer \u00ff\u00fe",
      "Authorization: bearer,",
      "Authorization: Basic eDp5",
      "Authorization:",
      "Cookie: access_token=%zz",
      "Cookie: access_token=a.b.c; access_token=d; =; ;;",
      `Cookie: ${"a=b; ".repeat(1_000)}`
    ]) {
      const path = header.startsWith("Cookie") ? "/api/integrations" : "/api/v1/offboardings"
      const exchange = yield* talk(Buffer.from(lines(`GET ${path} HTTP/1.1`, host, header, close), "latin1"))
      assert.strictEqual(statusOf(exchange), 401, `${header.slice(0, 60)}: ${exchange.received}`)
      isError(exchange, header)
    }
  })
})
