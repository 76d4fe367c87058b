import { assert, describe, it } from "#test/support/suite"
import tls from "node:tls"
import { byteServer, client, sink } from "#test/support/outbound-servers"

describe("a connection that ended", () => {
  // outbound-8: A TLS session is resumed only with the same address for the same host.
  it.effect("is followed by one that goes on from its TLS session, with that address for that host only", function* () {
    const resumed: Array<boolean> = []
    const server = yield* sink((request, response) => {
      if (request.socket instanceof tls.TLSSocket) resumed.push(request.socket.isSessionReused())
      response.writeHead(200, { connection: "close" }).end()
    })
    const outbound = yield* client({ ca: server.ca })
    yield* outbound.send({ method: "POST", url: server.url })
    yield* outbound.send({ method: "POST", url: server.url })
    yield* outbound.send({ method: "POST", url: `https://localhost:${server.port}/` })
    assert.deepStrictEqual(resumed, [false, true, false])
  })
})

describe("a server that answers without reading all of the request", () => {
  // outbound-9: A connection whose last request was not read completely is not used again.
  it.effect("is sent the next request over another connection", function* () {
    let connections = 0
    const server = yield* byteServer((socket) => {
      connections += 1
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
      setImmediate(() => socket.pause())
    }, true)
    const outbound = yield* client({ ca: server.ca })
    const body = "x".repeat(8_000_000)
    assert.strictEqual((yield* outbound.send({ method: "POST", url: server.url, body })).status, 200)
    assert.strictEqual((yield* outbound.send({ method: "POST", url: server.url, body: "{}" })).status, 200)
    assert.strictEqual(connections, 2)
  })
})
