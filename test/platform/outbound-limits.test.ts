import { assert, describe, it } from "#test/support/suite"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type net from "node:net"
import { byteServer, client, drip, failedAs, sink } from "#test/support/outbound-servers"

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

describe("10 seconds in all", () => {
  // outbound-4: Ten seconds in all, whatever drips.
  it.effect("a head that drips ends then", function* () {
    const dripping = yield* Deferred.make<void>()
    const server = yield* byteServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nx-slow: ")
      drip(dripping)(socket)
    }, true)
    yield* timesOutAfter10Seconds(server, Deferred.await(dripping))
  })

  // outbound-4
  it.effect("a body that drips ends then, though the status is known", function* () {
    const dripping = yield* Deferred.make<void>()
    const server = yield* byteServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n")
      drip(dripping)(socket)
    }, true)
    yield* timesOutAfter10Seconds(server, Deferred.await(dripping))
  })

  it.effect("a server that accepts and never answers", function* () {
    const server = yield* byteServer(() => undefined, true)
    yield* timesOutAfter10Seconds(server, server.opened)
  })

  it.effect("a TCP connection without TLS handshake", function* () {
    const server = yield* byteServer(() => undefined, false)
    yield* timesOutAfter10Seconds(server, server.opened)
  })

  it.effect("a name server that never answers", function* () {
    const outbound = yield* client({ resolve: () => Effect.never })
    const fiber = yield* Effect.forkChild(Effect.flip(outbound.send({ method: "GET", url: "https://example.com/" })))
    yield* TestClock.adjust("10 seconds")
    failedAs("timeout")(yield* Fiber.join(fiber))
  })

  it.effect("or what the caller gives", function* () {
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

  it.effect("interruption closes the socket", function* () {
    const server = yield* byteServer(() => undefined, true)
    const outbound = yield* client({ ca: server.ca })
    const fiber = yield* Effect.forkChild(outbound.send({ method: "GET", url: server.url }))
    yield* server.opened
    yield* Fiber.interrupt(fiber)
    yield* server.closed
  })
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

  // outbound-5: An answer is read up to 64 KB.
  it.effect("an endless body is cut, its status counts and the connection is closed", function* () {
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

  it.effect("a compressed body is not inflated", function* () {
    const server = yield* sink((_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(Buffer.from([0x1f, 0x8b, 0x08, 0x00]))
    )
    const outbound = yield* client({ ca: server.ca })
    assert.strictEqual((yield* outbound.send({ method: "GET", url: server.url })).body.length, 4)
  })

  // outbound-5
  it.effect("exactly the limit is whole; one byte more, or a cut character, is truncated", function* () {
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

  it.effect("a head over 16 KB is no valid answer", function* () {
    const { talk } = endless("HTTP/1.1 200 OK\r\nx-big: ", Buffer.alloc(65_536, 0x61))
    const server = yield* byteServer(talk, true)
    const outbound = yield* client({ ca: server.ca })
    failedAs("protocol")(yield* Effect.flip(outbound.send({ method: "GET", url: server.url })))
    yield* server.closed
  })

  it.effect("a storm of 1xx answers is none, a few are passed over", function* () {
    const { talk } = endless("", Buffer.from("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(1000)))
    const storm = yield* byteServer(talk, true)
    const outbound = yield* client({ ca: storm.ca })
    failedAs("protocol")(yield* Effect.flip(outbound.send({ method: "GET", url: storm.url })))
    yield* storm.closed

    const polite = yield* byteServer((socket) => {
      socket.write(`${"HTTP/1.1 103 Early Hints\r\n\r\n".repeat(3)}HTTP/1.1 204 No Content\r\n\r\n`)
    }, true)
    assert.strictEqual((yield* (yield* client({ ca: polite.ca })).send({ method: "GET", url: polite.url })).status, 204)
  })

  it.effect.each([
    ["garbage", "SSH-2.0-OpenSSH_9.2\r\n"],
    ["an empty answer", ""],
    ["a body that breaks off", "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nsecret-of-the-peer"],
    ["a switch of protocols", "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"],
    [
      "both content-length and transfer-encoding",
      "HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"
    ]
  ] as const)("%s is no valid answer, and nothing of it is told", function* ([, bytes]) {
    const server = yield* byteServer((socket) => socket.once("data", () => socket.end(bytes)), true)
    const outbound = yield* client({ ca: server.ca })
    const error = yield* Effect.flip(outbound.send({ method: "POST", url: server.url }))
    failedAs("protocol")(error)
    assert.notMatch(JSON.stringify(error), /secret|SSH/)
  })
})
