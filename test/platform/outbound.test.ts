import { assert, describe, it } from "#test/support/suite"
import { Context, Effect, Fiber, Layer, Logger, Result } from "effect"
import { TestClock } from "effect/testing"
import http from "node:http"
import net from "node:net"
import type { OutboundExemption } from "#platform/config/config"
import { AddressRefused, Outbound } from "#platform/outbound/outbound"
import { byteServer, client, failedAs, listen, loopback, name, sink } from "#test/support/outbound-servers"

describe("an address that is saved", () => {
  it.effect("is answered parsed when it is HTTPS and public", function* () {
    const outbound = yield* client({ resolve: () => Effect.succeed(["93.184.216.34"]) })
    assert.strictEqual(
      (yield* outbound.check("https://EXAMPLE.com/a b".replace(" ", "%20"))).href,
      "https://example.com/a%20b"
    )
  })

  it.effect("is refused with a sentence when it is not HTTPS, cannot be parsed or is not public", function* () {
    const outbound = yield* client({ allow: [], resolve: () => Effect.succeed(["10.0.0.1"]) })
    for (const url of [
      "http://example.com/",
      "nonsense",
      "https://127.0.0.1/",
      "https://localhost/",
      "https://example.com/"
    ]) {
      const error = yield* Effect.flip(outbound.check(url))
      assert.instanceOf(error, AddressRefused)
      assert.notInclude(error.reason, "10.0.0.1")
    }
  })

  it.effect(
    "its refusal names the OUTBOUND_ALLOW that would lift it, where a development machine asks for that",
    function* () {
      const outbound = yield* client({
        allow: [],
        namesExemption: true,
        resolve: (host) =>
          Effect.succeed(host === "intranet.example.com" ? ["10.0.0.1"] : host === "localhost" ? [] : ["93.184.216.34"])
      })
      const lifted = (url: string) =>
        Effect.map(Effect.flip(outbound.check(url)), ({ reason }) => /OUTBOUND_ALLOW=(\S+)$/.exec(reason)?.[1])
      assert.strictEqual(yield* lifted("http://127.0.0.1:45991/hook"), "127.0.0.1:45991")
      assert.strictEqual(yield* lifted("https://[::1]:8443/"), "[::1]:8443")
      assert.strictEqual(yield* lifted("http://localhost:3001/"), "localhost:3001")
      assert.strictEqual(yield* lifted("https://intranet.example.com/"), "intranet.example.com:443")
      // It would lift none of these.
      for (const url of ["http://example.com/", "http://93.184.216.34/", "ftp://127.0.0.1/", "nonsense"]) {
        assert.isUndefined(yield* lifted(url), url)
      }
    }
  )

  it.effect("is refused when one of its addresses is not public", function* () {
    const outbound = yield* client({ allow: [], resolve: () => Effect.succeed(["93.184.216.34", "fd00::1"]) })
    assert.instanceOf(yield* Effect.flip(outbound.check("https://example.com/")), AddressRefused)
  })

  it.effect("passes while its name does not resolve, and a send then fails as dns", function* () {
    const outbound = yield* client({ resolve: () => Effect.succeed([]) })
    yield* outbound.check("https://not-yet.example.com/")
    failedAs("dns")(yield* Effect.flip(outbound.send({ method: "POST", url: "https://not-yet.example.com/" })))
  })

  it.effect("is checked within 3 seconds, whatever the name servers do", function* () {
    const outbound = yield* client({ resolve: () => Effect.never })
    const fiber = yield* Effect.forkChild(outbound.check("https://example.com/"))
    yield* TestClock.adjust("3 seconds")
    assert.strictEqual((yield* Fiber.join(fiber)).href, "https://example.com/")
  })
})

describe("a request", () => {
  it.effect("arrives with method, path, headers and body as given, and the answer comes back", function* () {
    const server = yield* sink((_request, response) =>
      response.writeHead(201, { "x-answer": "yes", "set-cookie": ["a=1", "b=2"] }).end("grüezi")
    )
    const outbound = yield* client({ ca: server.ca })
    const answer = yield* outbound.send({
      method: "POST",
      url: `${server.url}/hook?x=1`,
      headers: { "Content-Type": "application/json", host: "evil.example", "Transfer-Encoding": "chunked" },
      body: `{"ü":1}`
    })
    assert.deepStrictEqual([answer.status, answer.body, answer.truncated], [201, "grüezi", false])
    assert.deepStrictEqual([answer.headers["x-answer"], answer.headers["set-cookie"]], ["yes", "a=1, b=2"])
    const [request] = server.requests
    assert.deepStrictEqual([request?.url, request?.body], ["/hook?x=1", `{"ü":1}`])
    const {
      accept,
      "accept-encoding": encoding,
      "content-length": length,
      "content-type": type,
      host
    } = request?.headers ?? {}
    assert.deepStrictEqual(
      [accept, encoding, length, type, host, request?.headers["user-agent"], request?.headers["transfer-encoding"]],
      ["*/*", "identity", "8", "application/json", `${name}:${server.port}`, "svc-outbound/1", undefined]
    )
  })

  it.effect("with CR or LF in a header fails typed, and nothing is sent", function* () {
    const server = yield* sink()
    const outbound = yield* client({ ca: server.ca })
    for (const headers of [{ "x-a": "1\r\nx-b: 2" }, { "x-a\r\nx-b": "1" }, { "x-a": "\u0000" }]) {
      failedAs("protocol")(yield* Effect.flip(outbound.send({ method: "POST", url: server.url, headers })))
    }
    assert.lengthOf(server.connections, 0)
  })

  it.effect("may use plain http to an exempted loopback address only", function* () {
    const { port } = yield* listen(http.createServer((_request, response) => response.end("plain")))
    const outbound = yield* client()
    assert.strictEqual((yield* outbound.send({ method: "GET", url: `http://127.0.0.1:${port}/` })).body, "plain")
    const strict = yield* client({ allow: [] })
    assert.instanceOf(
      yield* Effect.flip(strict.send({ method: "GET", url: `http://127.0.0.1:${port}/` })),
      AddressRefused
    )
  })

  it.effect("is sent once: a POST is not repeated when a kept connection breaks, a GET is", function* () {
    const served = new WeakSet<net.Socket>()
    const server = yield* sink((request, response) => {
      if (served.has(request.socket)) return request.socket.destroy()
      served.add(request.socket)
      response.end("ok")
    })
    const outbound = yield* client({ ca: server.ca })
    yield* outbound.send({ method: "POST", url: `${server.url}/first` })
    failedAs("protocol")(yield* Effect.flip(outbound.send({ method: "POST", url: `${server.url}/post` })))
    yield* outbound.send({ method: "GET", url: `${server.url}/third` })
    assert.strictEqual((yield* outbound.send({ method: "GET", url: `${server.url}/get` })).status, 200)
    assert.deepStrictEqual(
      server.requests.map(({ url }) => url),
      ["/first", "/post", "/third", "/get", "/get"]
    )
  })
})

describe("redirects are never followed", () => {
  // outbound-3: Redirects are never followed.
  it.effect.each([301, 302, 303, 307, 308])("%i is an answer and the second server is never hit", function* (status) {
    const second = yield* sink()
    const plain = yield* listen(http.createServer(() => assert.fail("followed")))
    const locations = [
      `https://${name}:${second.port}/`,
      `http://127.0.0.1:${plain.port}/`,
      "file:///etc/passwd",
      undefined
    ]
    for (const location of locations) {
      const first = yield* sink((_request, response) =>
        response
          .writeHead(
            status,
            location === undefined ? { refresh: `0; url=https://127.0.0.1:${second.port}` } : { location }
          )
          .end()
      )
      const outbound = yield* client({ ca: first.ca })
      assert.strictEqual((yield* outbound.send({ method: "POST", url: first.url, body: "{}" })).status, status)
    }
    assert.lengthOf(second.connections, 0)
  })
})

describe("a failure says of what kind it is", () => {
  it.effect("tls: a certificate that is not trusted, or a server without TLS", function* () {
    const server = yield* sink()
    failedAs("tls")(yield* Effect.flip((yield* client()).send({ method: "GET", url: server.url })))
    const plain = yield* byteServer((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"), false)
    failedAs("tls")(yield* Effect.flip((yield* client()).send({ method: "GET", url: plain.url })))
  })

  it.effect("connect: nobody listens", function* () {
    const { port } = yield* Effect.scoped(listen(net.createServer()))
    const outbound = yield* client()
    failedAs("connect")(yield* Effect.flip(outbound.send({ method: "GET", url: `https://${name}:${port}/` })))
  })

  it.effect("dns: a name that nobody knows", function* () {
    const outbound = yield* Effect.map(Layer.build(Outbound.layerWith({ allow: [] })), Context.get(Outbound))
    const outcome = yield* Effect.result(outbound.send({ method: "GET", url: "https://nobody.invalid/" }))
    assert.isTrue(Result.isFailure(outcome))
    if (Result.isFailure(outcome)) failedAs("dns")(outcome.failure)
  })
})

describe("OUTBOUND_ALLOW", () => {
  // outbound-6
  it.effect("a warning at start names the exemptions", function* () {
    const logged: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => void logged.push(`${logLevel} ${JSON.stringify(message)}`))
    const exemptions: ReadonlyArray<OutboundExemption> = [
      loopback,
      { _tag: "HostPort", host: "::1", port: 9000 },
      { _tag: "Host", host: "intranet" }
    ]
    yield* Effect.scoped(Layer.build(Outbound.layerWith({ allow: exemptions }))).pipe(
      Effect.provide(Logger.layer([logger]))
    )
    yield* Effect.scoped(Layer.build(Outbound.layerWith({ allow: [] }))).pipe(Effect.provide(Logger.layer([logger])))
    assert.lengthOf(logged, 1)
    assert.match(logged.join(), /^Warn .*"hosts":"127\.0\.0\.0\/8, \[::1\]:9000, intranet"/)
  })
})
