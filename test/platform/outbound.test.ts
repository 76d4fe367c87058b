import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Logger, Ref, Result } from "effect"
import { IpNetwork } from "effect/net"
import { TestClock } from "effect/testing"
import http from "node:http"
import https from "node:https"
import net from "node:net"
import tls from "node:tls"
import type { OutboundExemption } from "#platform/config"
import { AddressRefused, Outbound, OutboundFailed } from "#platform/outbound"
import { type Certificate, makeCertificate } from "../support/tls.ts"

const name = "hooks.example.com"
const loopback: OutboundExemption = { _tag: "Network", network: IpNetwork.fromStringUnsafe("127.0.0.0/8") }
const loopback6: OutboundExemption = { _tag: "Network", network: IpNetwork.fromStringUnsafe("::1/128") }

type Options = Parameters<typeof Outbound.layerWith>[0]

/** The client with loopback exempted, which knows every name as 127.0.0.1. */
const client = (options: Partial<Options> = {}) =>
  Effect.map(
    Layer.build(Outbound.layerWith({ allow: [loopback], resolve: () => Effect.succeed(["127.0.0.1"]), ...options })),
    Context.get(Outbound)
  )

const certificate = makeCertificate([name, "localhost", "127.0.0.1"])

const listen = <S extends net.Server>(server: S, host = "127.0.0.1") =>
  Effect.acquireRelease(
    Effect.callback<{ readonly server: S; readonly port: number }>((resume) => {
      server.listen(0, host, () => {
        const address = server.address()
        if (address === null || typeof address === "string") throw new Error("a TCP address was expected")
        resume(Effect.succeed({ server, port: address.port }))
      })
    }),
    () => Effect.sync(() => server.close())
  )

interface Sink {
  readonly port: number
  readonly url: string
  readonly ca: string
  /** Remote and local address of every connection, in order. */
  readonly connections: Array<{ readonly to: string | undefined; readonly servername: unknown }>
  readonly requests: Array<{
    readonly url: string | undefined
    readonly headers: http.IncomingHttpHeaders
    readonly body: string
  }>
}

/** A real HTTPS server that keeps what it was sent. */
const sink = Effect.fnUntraced(function* (
  handler: (request: http.IncomingMessage, response: http.ServerResponse) => void = (_request, response) =>
    response.end("ok"),
  options: { readonly host?: string; readonly certificate?: Certificate } = {}
) {
  const { ca, cert, key } = options.certificate ?? (yield* certificate)
  const connections: Sink["connections"] = []
  const requests: Sink["requests"] = []
  const server = https.createServer({ key, cert, keepAliveTimeout: 60_000 }, (request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      requests.push({ url: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() })
      handler(request, response)
    })
  })
  server.on("secureConnection", (socket: tls.TLSSocket) =>
    connections.push({ to: socket.localAddress, servername: socket.servername })
  )
  const { port } = yield* listen(server, options.host)
  yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
  return { port, url: `https://${name}:${port}`, ca, connections, requests } satisfies Sink
})

/** A server of bytes: `talk` runs for each connection; `closed` completes when the client has gone. */
const byteServer = Effect.fnUntraced(function* (talk: (socket: net.Socket) => void, secure: boolean) {
  const { ca, cert, key } = yield* certificate
  const opened = yield* Deferred.make<void>()
  const closed = yield* Deferred.make<void>()
  const sockets = new Set<net.Socket>()
  const accept = (socket: net.Socket) => {
    sockets.add(socket)
    socket.on("error", () => undefined)
    socket.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
    Deferred.doneUnsafe(opened, Effect.void)
    talk(socket)
  }
  const { port } = yield* listen(secure ? tls.createServer({ key, cert }, accept) : net.createServer(accept))
  yield* Effect.addFinalizer(() => Effect.sync(() => sockets.forEach((socket) => socket.destroy())))
  return { port, url: `https://${name}:${port}`, ca, opened: Deferred.await(opened), closed: Deferred.await(closed) }
})

/** Writes one more byte every 2 ms and completes the signal after the 20th. */
const drip = (started: Deferred.Deferred<void>) => (socket: net.Socket) => {
  let written = 0
  const timer = setInterval(() => {
    socket.write("a")
    written += 1
    if (written === 20) Deferred.doneUnsafe(started, Effect.void)
  }, 2)
  socket.on("close", () => clearInterval(timer))
}

const failedAs = (kind: OutboundFailed["kind"]) => (error: AddressRefused | OutboundFailed) => {
  assert.instanceOf(error, OutboundFailed)
  assert.strictEqual(error.kind, kind)
}

const timesOutAfter10Seconds = Effect.fnUntraced(function* (
  server: { readonly url: string; readonly ca: string; readonly closed: Effect.Effect<void> },
  ready: Effect.Effect<void>
) {
  const outbound = yield* client({ ca: server.ca })
  const fiber = yield* Effect.forkChild(Effect.flip(outbound.send({ method: "POST", url: server.url, body: "{}" })))
  yield* ready
  yield* TestClock.adjust("9999 millis")
  assert.isUndefined(fiber.pollUnsafe())
  yield* TestClock.adjust("1 millis")
  failedAs("timeout")(yield* Fiber.join(fiber))
  yield* server.closed
})

describe("an address that is saved", () => {
  it.effect("is answered parsed when it is HTTPS and public", () =>
    Effect.gen(function* () {
      const outbound = yield* client({ resolve: () => Effect.succeed(["93.184.216.34"]) })
      assert.strictEqual(
        (yield* outbound.check("https://EXAMPLE.com/a b".replace(" ", "%20"))).href,
        "https://example.com/a%20b"
      )
    })
  )

  it.effect("is refused with a sentence when it is not HTTPS, cannot be parsed or is not public", () =>
    Effect.gen(function* () {
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
  )

  it.effect("is refused when one of its addresses is not public", () =>
    Effect.gen(function* () {
      const outbound = yield* client({ allow: [], resolve: () => Effect.succeed(["93.184.216.34", "fd00::1"]) })
      assert.instanceOf(yield* Effect.flip(outbound.check("https://example.com/")), AddressRefused)
    })
  )

  it.effect("passes while its name does not resolve, and a send then fails as dns", () =>
    Effect.gen(function* () {
      const outbound = yield* client({ resolve: () => Effect.succeed([]) })
      yield* outbound.check("https://not-yet.example.com/")
      failedAs("dns")(yield* Effect.flip(outbound.send({ method: "POST", url: "https://not-yet.example.com/" })))
    })
  )

  it.effect("is checked within 3 seconds, whatever the name servers do", () =>
    Effect.gen(function* () {
      const outbound = yield* client({ resolve: () => Effect.never })
      const fiber = yield* Effect.forkChild(outbound.check("https://example.com/"))
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).href, "https://example.com/")
    })
  )
})

describe("a request", () => {
  it.effect("arrives with method, path, headers and body as given, and the answer comes back", () =>
    Effect.gen(function* () {
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
  )

  it.effect("with CR or LF in a header fails typed, and nothing is sent", () =>
    Effect.gen(function* () {
      const server = yield* sink()
      const outbound = yield* client({ ca: server.ca })
      for (const headers of [{ "x-a": "1\r\nx-b: 2" }, { "x-a\r\nx-b": "1" }, { "x-a": "\u0000" }]) {
        failedAs("protocol")(yield* Effect.flip(outbound.send({ method: "POST", url: server.url, headers })))
      }
      assert.lengthOf(server.connections, 0)
    })
  )

  it.effect("may use plain http to an exempted loopback address only", () =>
    Effect.gen(function* () {
      const { port } = yield* listen(http.createServer((_request, response) => response.end("plain")))
      const outbound = yield* client()
      assert.strictEqual((yield* outbound.send({ method: "GET", url: `http://127.0.0.1:${port}/` })).body, "plain")
      const strict = yield* client({ allow: [] })
      assert.instanceOf(
        yield* Effect.flip(strict.send({ method: "GET", url: `http://127.0.0.1:${port}/` })),
        AddressRefused
      )
    })
  )

  it.effect("is sent once: a POST is not repeated when a kept connection breaks, a GET is", () =>
    Effect.gen(function* () {
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
  )
})

describe("redirects are never followed", () => {
  it.effect.each([301, 302, 303, 307, 308])("%i is an answer and the second server is never hit", (status) =>
    Effect.gen(function* () {
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
  )
})

describe("10 seconds in all", () => {
  it.effect("a head that drips ends then", () =>
    Effect.gen(function* () {
      const dripping = yield* Deferred.make<void>()
      const server = yield* byteServer((socket) => {
        socket.write("HTTP/1.1 200 OK\r\nx-slow: ")
        drip(dripping)(socket)
      }, true)
      yield* timesOutAfter10Seconds(server, Deferred.await(dripping))
    })
  )

  it.effect("a body that drips ends then, though the status is known", () =>
    Effect.gen(function* () {
      const dripping = yield* Deferred.make<void>()
      const server = yield* byteServer((socket) => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n")
        drip(dripping)(socket)
      }, true)
      yield* timesOutAfter10Seconds(server, Deferred.await(dripping))
    })
  )

  it.effect("a server that accepts and never answers", () =>
    Effect.gen(function* () {
      const server = yield* byteServer(() => undefined, true)
      yield* timesOutAfter10Seconds(server, server.opened)
    })
  )

  it.effect("a TCP connection without TLS handshake", () =>
    Effect.gen(function* () {
      const server = yield* byteServer(() => undefined, false)
      yield* timesOutAfter10Seconds(server, server.opened)
    })
  )

  it.effect("a name server that never answers", () =>
    Effect.gen(function* () {
      const outbound = yield* client({ resolve: () => Effect.never })
      const fiber = yield* Effect.forkChild(Effect.flip(outbound.send({ method: "GET", url: "https://example.com/" })))
      yield* TestClock.adjust("10 seconds")
      failedAs("timeout")(yield* Fiber.join(fiber))
    })
  )

  it.effect("or what the caller gives", () =>
    Effect.gen(function* () {
      const server = yield* byteServer(() => undefined, true)
      const outbound = yield* client({ ca: server.ca })
      const fiber = yield* Effect.forkChild(
        Effect.flip(outbound.send({ method: "GET", url: server.url, timeout: "30 seconds" }))
      )
      yield* server.opened
      yield* TestClock.adjust("29 seconds")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 seconds")
      failedAs("timeout")(yield* Fiber.join(fiber))
    })
  )

  it.effect("interruption closes the socket", () =>
    Effect.gen(function* () {
      const server = yield* byteServer(() => undefined, true)
      const outbound = yield* client({ ca: server.ca })
      const fiber = yield* Effect.forkChild(outbound.send({ method: "GET", url: server.url }))
      yield* server.opened
      yield* Fiber.interrupt(fiber)
      yield* server.closed
    })
  )
})

describe("the answer is read up to 64 KB", () => {
  const endless = (head: string, chunk: Buffer) => {
    const written = { bytes: 0 }
    const talk = (socket: net.Socket) => {
      socket.write(head)
      const more = () => {
        while (!socket.destroyed && socket.write(chunk)) written.bytes += chunk.length
      }
      socket.on("drain", more)
      socket.once("data", more)
    }
    return { written, talk }
  }

  it.effect("an endless body is cut, its status counts and the connection is closed", () =>
    Effect.gen(function* () {
      const { talk, written } = endless(
        "HTTP/1.1 200 OK\r\ncontent-length: 10737418240\r\n\r\n",
        Buffer.alloc(65_536, 0x61)
      )
      const server = yield* byteServer(talk, true)
      const outbound = yield* client({ ca: server.ca })
      const answer = yield* outbound.send({ method: "GET", url: server.url })
      assert.deepStrictEqual([answer.status, answer.body.length, answer.truncated], [200, 65_536, true])
      yield* server.closed
      assert.isBelow(written.bytes, 20_000_000)
    })
  )

  it.effect("a compressed body is not inflated", () =>
    Effect.gen(function* () {
      const server = yield* sink((_request, response) =>
        response.writeHead(200, { "content-encoding": "gzip" }).end(Buffer.from([0x1f, 0x8b, 0x08, 0x00]))
      )
      const outbound = yield* client({ ca: server.ca })
      assert.strictEqual((yield* outbound.send({ method: "GET", url: server.url })).body.length, 4)
    })
  )

  it.effect("exactly the limit is whole; one byte more, or a cut character, is truncated", () =>
    Effect.gen(function* () {
      const server = yield* sink((request, response) =>
        response.end(request.url === "/ü" ? "" : "é".repeat(Number(request.url?.slice(1)) / 2))
      )
      const outbound = yield* client({ ca: server.ca })
      const read = (path: string, maxBytes: number) =>
        outbound.send({ method: "GET", url: `${server.url}/${path}`, maxBytes })
      const whole = yield* read("100", 100)
      assert.deepStrictEqual([whole.body.length, whole.truncated], [50, false])
      const cut = yield* read("100", 99)
      assert.deepStrictEqual([cut.body, cut.truncated], ["é".repeat(49), true])
    })
  )

  it.effect("a head over 16 KB is no valid answer", () =>
    Effect.gen(function* () {
      const { talk } = endless("HTTP/1.1 200 OK\r\nx-big: ", Buffer.alloc(65_536, 0x61))
      const server = yield* byteServer(talk, true)
      const outbound = yield* client({ ca: server.ca })
      failedAs("protocol")(yield* Effect.flip(outbound.send({ method: "GET", url: server.url })))
      yield* server.closed
    })
  )

  it.effect("a storm of 1xx answers is none, a few are passed over", () =>
    Effect.gen(function* () {
      const { talk } = endless("", Buffer.from("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(1000)))
      const storm = yield* byteServer(talk, true)
      const outbound = yield* client({ ca: storm.ca })
      failedAs("protocol")(yield* Effect.flip(outbound.send({ method: "GET", url: storm.url })))
      yield* storm.closed

      const polite = yield* byteServer((socket) => {
        socket.write(`${"HTTP/1.1 103 Early Hints\r\n\r\n".repeat(3)}HTTP/1.1 204 No Content\r\n\r\n`)
      }, true)
      assert.strictEqual(
        (yield* (yield* client({ ca: polite.ca })).send({ method: "GET", url: polite.url })).status,
        204
      )
    })
  )

  it.effect.each([
    ["garbage", "SSH-2.0-OpenSSH_9.2\r\n"],
    ["an empty answer", ""],
    ["a body that breaks off", "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nsecret-of-the-peer"],
    ["a switch of protocols", "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"],
    [
      "both content-length and transfer-encoding",
      "HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"
    ]
  ] as const)("%s is no valid answer, and nothing of it is told", ([, bytes]) =>
    Effect.gen(function* () {
      const server = yield* byteServer((socket) => socket.once("data", () => socket.end(bytes)), true)
      const outbound = yield* client({ ca: server.ca })
      const error = yield* Effect.flip(outbound.send({ method: "POST", url: server.url }))
      failedAs("protocol")(error)
      assert.notMatch(JSON.stringify(error), /secret|SSH/)
    })
  )
})

describe("the connection goes to the address that was checked", () => {
  it.effect("a name that is public when saved and private when sent is refused, and nobody is called", () =>
    Effect.gen(function* () {
      const server = yield* sink()
      const answers = yield* Ref.make(["93.184.216.34"])
      const outbound = yield* client({ allow: [], ca: server.ca, resolve: () => Ref.get(answers) })
      yield* outbound.check(server.url)
      yield* Ref.set(answers, ["127.0.0.1"])
      assert.instanceOf(yield* Effect.flip(outbound.send({ method: "POST", url: server.url })), AddressRefused)
      assert.lengthOf(server.connections, 0)
    })
  )

  it.effect("one public and one private address: refused", () =>
    Effect.gen(function* () {
      const server = yield* sink()
      const outbound = yield* client({
        allow: [],
        ca: server.ca,
        resolve: () => Effect.succeed(["93.184.216.34", "127.0.0.1"])
      })
      assert.instanceOf(yield* Effect.flip(outbound.send({ method: "POST", url: server.url })), AddressRefused)
      assert.lengthOf(server.connections, 0)
    })
  )

  it.effect("the name is resolved once per send; TLS and Host still speak the name", () =>
    Effect.gen(function* () {
      const server = yield* sink()
      const asked = yield* Ref.make<ReadonlyArray<string>>([])
      const outbound = yield* client({
        ca: server.ca,
        resolve: (host) =>
          Effect.as(
            Ref.update(asked, (hosts) => [...hosts, host]),
            ["127.0.0.1"]
          )
      })
      yield* outbound.send({ method: "GET", url: server.url })
      assert.deepStrictEqual(yield* Ref.get(asked), [name])
      assert.deepStrictEqual(server.connections, [{ to: "127.0.0.1", servername: name }])
    })
  )

  it.effect("an address as host is checked against the addresses in the certificate", () =>
    Effect.gen(function* () {
      const server = yield* sink()
      const outbound = yield* client({ ca: server.ca })
      assert.strictEqual(
        (yield* outbound.send({ method: "GET", url: `https://127.0.0.1:${server.port}/` })).status,
        200
      )
      const other = yield* sink(undefined, { certificate: yield* makeCertificate([name]) })
      const mistrusting = yield* client({ ca: other.ca })
      failedAs("tls")(yield* Effect.flip(mistrusting.send({ method: "GET", url: `https://127.0.0.1:${other.port}/` })))
    })
  )

  it.effect("an address that refuses the connection is passed over for the next one", () =>
    Effect.gen(function* () {
      const server = yield* sink()
      const outbound = yield* client({
        allow: [loopback, loopback6],
        ca: server.ca,
        resolve: () => Effect.succeed(["127.0.0.2", "::1", "127.0.0.1"])
      })
      assert.strictEqual((yield* outbound.send({ method: "POST", url: server.url })).status, 200)
    })
  )

  it.effect("a name of the hosts file is reached by the real look-up", () =>
    Effect.gen(function* () {
      const server = yield* sink()
      const outbound = yield* Layer.build(
        Outbound.layerWith({ allow: [{ _tag: "HostPort", host: "localhost", port: server.port }], ca: server.ca })
      ).pipe(Effect.map(Context.get(Outbound)))
      assert.strictEqual(
        (yield* outbound.send({ method: "POST", url: `https://localhost:${server.port}/` })).status,
        200
      )
      assert.instanceOf(
        yield* Effect.flip(outbound.send({ method: "GET", url: "https://localhost:1/" })),
        AddressRefused
      )
    })
  )

  it.effect("a proxy of the environment is not used", () =>
    Effect.gen(function* () {
      const proxy = yield* sink()
      const server = yield* sink()
      yield* Effect.acquireRelease(
        Effect.sync(() =>
          Object.assign(process.env, { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, NODE_USE_ENV_PROXY: "1" })
        ),
        (environment) =>
          Effect.sync(() => {
            delete environment.HTTPS_PROXY
            delete environment.NODE_USE_ENV_PROXY
          })
      )
      const outbound = yield* client({ ca: server.ca })
      assert.strictEqual((yield* outbound.send({ method: "GET", url: server.url })).status, 200)
      assert.lengthOf(proxy.connections, 0)
    })
  )
})

describe("connections are kept", () => {
  it.effect("50 requests one after another share one TLS handshake", () =>
    Effect.gen(function* () {
      const server = yield* sink()
      const outbound = yield* client({ ca: server.ca, resolve: () => Effect.succeed(["127.0.0.2", "127.0.0.1"]) })
      yield* Effect.forEach(Array.from({ length: 50 }), () =>
        outbound.send({ method: "POST", url: server.url, body: "{}" })
      )
      assert.lengthOf(server.requests, 50)
      assert.lengthOf(server.connections, 1)
    })
  )

  it.effect("a kept connection is not used once its address is no longer among those of the name", () =>
    Effect.gen(function* () {
      const server = yield* sink(undefined, { host: "0.0.0.0" })
      const answers = yield* Ref.make(["127.0.0.1"])
      const outbound = yield* client({ ca: server.ca, resolve: () => Ref.get(answers) })
      const send = outbound.send({ method: "POST", url: server.url })
      yield* send
      yield* Ref.set(answers, ["127.0.0.2"])
      yield* send
      yield* Ref.set(answers, ["127.0.0.3", "127.0.0.2"])
      yield* send
      assert.deepStrictEqual(
        server.connections.map(({ to }) => to),
        ["127.0.0.1", "127.0.0.2"]
      )
      yield* Ref.set(answers, ["10.0.0.1"])
      assert.instanceOf(yield* Effect.flip(send), AddressRefused)
    })
  )

  it.effect("of two names at one address each checks its own certificate", () =>
    Effect.gen(function* () {
      const server = yield* sink(undefined, { certificate: yield* makeCertificate([name]) })
      const outbound = yield* client({ ca: server.ca })
      yield* outbound.send({ method: "GET", url: server.url })
      failedAs("tls")(
        yield* Effect.flip(outbound.send({ method: "GET", url: `https://other.example.com:${server.port}/` }))
      )
    })
  )
})

describe("a failure says of what kind it is", () => {
  it.effect("tls: a certificate that is not trusted, or a server without TLS", () =>
    Effect.gen(function* () {
      const server = yield* sink()
      failedAs("tls")(yield* Effect.flip((yield* client()).send({ method: "GET", url: server.url })))
      const plain = yield* byteServer((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"), false)
      failedAs("tls")(yield* Effect.flip((yield* client()).send({ method: "GET", url: plain.url })))
    })
  )

  it.effect("connect: nobody listens", () =>
    Effect.gen(function* () {
      const { port } = yield* Effect.scoped(listen(net.createServer()))
      const outbound = yield* client()
      failedAs("connect")(yield* Effect.flip(outbound.send({ method: "GET", url: `https://${name}:${port}/` })))
    })
  )

  it.effect("dns: a name that nobody knows", () =>
    Effect.gen(function* () {
      const outbound = yield* Effect.map(Layer.build(Outbound.layerWith({ allow: [] })), Context.get(Outbound))
      const outcome = yield* Effect.result(outbound.send({ method: "GET", url: "https://nobody.invalid/" }))
      assert.isTrue(Result.isFailure(outcome))
      if (Result.isFailure(outcome)) failedAs("dns")(outcome.failure)
    })
  )
})

describe("OUTBOUND_ALLOW", () => {
  it.effect("a warning at start names the exemptions", () =>
    Effect.gen(function* () {
      const logged: Array<string> = []
      const logger = Logger.make(({ logLevel, message }) => void logged.push(`${logLevel} ${String(message)}`))
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
      assert.match(logged.join(), /^Warn .*127\.0\.0\.0\/8, \[::1\]:9000, intranet$/)
    })
  )
})
