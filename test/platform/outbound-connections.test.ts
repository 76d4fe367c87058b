import { assert, describe, it, vi } from "#test/support/suite"
import { Context, Effect, Layer, Ref } from "effect"
import { AddressRefused, Outbound } from "#platform/outbound/outbound"
import { client, failedAs, loopback, loopback6, name, sink } from "#test/support/outbound-servers"
import { makeCertificate } from "#test/support/tls"

describe("the connection goes to the address that was checked", () => {
  // outbound-2
  it.effect("a name that is public when saved and private when sent is refused, and nobody is called", function* () {
    const server = yield* sink()
    const answers = yield* Ref.make(["93.184.216.34"])
    const outbound = yield* client({ allow: [], ca: server.ca, resolve: () => Ref.get(answers) })
    yield* outbound.check(server.url)
    yield* Ref.set(answers, ["127.0.0.1"])
    assert.instanceOf(yield* Effect.flip(outbound.send({ method: "POST", url: server.url })), AddressRefused)
    assert.lengthOf(server.connections, 0)
  })

  it.effect("one public and one private address: refused", function* () {
    const server = yield* sink()
    const outbound = yield* client({
      allow: [],
      ca: server.ca,
      resolve: () => Effect.succeed(["93.184.216.34", "127.0.0.1"])
    })
    assert.instanceOf(yield* Effect.flip(outbound.send({ method: "POST", url: server.url })), AddressRefused)
    assert.lengthOf(server.connections, 0)
  })

  // outbound-2: The connection goes to the address that was checked.
  it.effect("the name is resolved once per send; TLS and Host still speak the name", function* () {
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

  it.effect("an address as host is checked against the addresses in the certificate", function* () {
    const server = yield* sink()
    const outbound = yield* client({ ca: server.ca })
    assert.strictEqual((yield* outbound.send({ method: "GET", url: `https://127.0.0.1:${server.port}/` })).status, 200)
    const other = yield* sink(undefined, { certificate: yield* makeCertificate([name]) })
    const mistrusting = yield* client({ ca: other.ca })
    failedAs("tls")(yield* Effect.flip(mistrusting.send({ method: "GET", url: `https://127.0.0.1:${other.port}/` })))
  })

  it.effect("an address that refuses the connection is passed over for the next one", function* () {
    const server = yield* sink()
    const outbound = yield* client({
      allow: [loopback, loopback6],
      ca: server.ca,
      resolve: () => Effect.succeed(["127.0.0.2", "::1", "127.0.0.1"])
    })
    assert.strictEqual((yield* outbound.send({ method: "POST", url: server.url })).status, 200)
  })

  it.effect("a name of the hosts file is reached by the real look-up", function* () {
    const server = yield* sink()
    const outbound = yield* Layer.build(
      Outbound.layerWith({ allow: [{ _tag: "HostPort", host: "localhost", port: server.port }], ca: server.ca })
    ).pipe(Effect.map(Context.get(Outbound)))
    assert.strictEqual((yield* outbound.send({ method: "POST", url: `https://localhost:${server.port}/` })).status, 200)
    assert.instanceOf(yield* Effect.flip(outbound.send({ method: "GET", url: "https://localhost:1/" })), AddressRefused)
  })

  it.effect("a proxy of the environment is not used", function* () {
    const proxy = yield* sink()
    const server = yield* sink()
    yield* Effect.acquireRelease(
      Effect.sync(() => {
        vi.stubEnv("HTTPS_PROXY", `http://127.0.0.1:${proxy.port}`)
        vi.stubEnv("NODE_USE_ENV_PROXY", "1")
      }),
      () => Effect.sync(() => vi.unstubAllEnvs())
    )
    const outbound = yield* client({ ca: server.ca })
    assert.strictEqual((yield* outbound.send({ method: "GET", url: server.url })).status, 200)
    assert.lengthOf(proxy.connections, 0)
  })
})

describe("connections are kept", () => {
  it.effect("50 requests one after another share one TLS handshake", function* () {
    const server = yield* sink()
    const outbound = yield* client({ ca: server.ca, resolve: () => Effect.succeed(["127.0.0.2", "127.0.0.1"]) })
    yield* Effect.forEach(Array.from({ length: 50 }), () =>
      outbound.send({ method: "POST", url: server.url, body: "{}" })
    )
    assert.lengthOf(server.requests, 50)
    assert.lengthOf(server.connections, 1)
  })

  // outbound-7: A kept connection is used again only for the name that it was made for.
  it.effect("a kept connection is not used once its address is no longer among those of the name", function* () {
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

  // outbound-7
  it.effect("of two names at one address each checks its own certificate", function* () {
    const server = yield* sink(undefined, { certificate: yield* makeCertificate([name]) })
    const outbound = yield* client({ ca: server.ca })
    yield* outbound.send({ method: "GET", url: server.url })
    failedAs("tls")(
      yield* Effect.flip(outbound.send({ method: "GET", url: `https://other.example.com:${server.port}/` }))
    )
  })
})
