import { assert, describe, it } from "#test/support/suite"
import { Deferred, Effect, Fiber } from "effect"
import { NetAddress } from "effect/net"
import { TestClock } from "effect/testing"
import dgram from "node:dgram"
import { makeResolver, NameUnresolved } from "#platform/outbound/resolver"

const types = { A: 1, CNAME: 5, AAAA: 28 }

interface ResourceRecord {
  readonly type: keyof typeof types
  readonly ttl: number
  readonly data: Uint8Array
}

const a = (address: string, ttl = 60): ResourceRecord => ({
  type: "A",
  ttl,
  data: Uint8Array.from(address.split("."), Number)
})

const aaaa = (address: string, ttl = 60): ResourceRecord => {
  const parsed = NetAddress.ipFromStringUnsafe(address)
  if (!NetAddress.isIpv6Address(parsed)) throw new Error("an IPv6 address was expected")
  return { type: "AAAA", ttl, data: Uint8Array.from(NetAddress.ipv6ToOctets(parsed)) }
}

const cname = (target: string): ResourceRecord => ({
  type: "CNAME",
  ttl: 60,
  data: Buffer.concat([
    ...target.split(".").map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0])
  ])
})

type Reply = ReadonlyArray<ResourceRecord> | "NXDOMAIN" | "SERVFAIL" | "silence"

const codes = { NXDOMAIN: 3, SERVFAIL: 2 }

const encode = (query: Buffer, reply: Exclude<Reply, "silence">) => {
  const records = typeof reply === "string" ? [] : reply
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | (typeof reply === "string" ? codes[reply] : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  const question = query.subarray(12, query.indexOf(0, 12) + 5)
  const answers = records.map(({ data, ttl, type }) => {
    const head = Buffer.alloc(12)
    head.writeUInt16BE(0xc00c, 0)
    head.writeUInt16BE(types[type], 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt32BE(ttl, 6)
    head.writeUInt16BE(data.length, 10)
    return Buffer.concat([head, data])
  })
  return Buffer.concat([header, question, ...answers])
}

/** A real name server on loopback, and a resolver that asks only it. */
const setup = Effect.fnUntraced(function* (zone: { readonly A: Reply; readonly AAAA: Reply }) {
  const asked: Array<"A" | "AAAA"> = []
  const first = yield* Deferred.make<void>()
  const socket = dgram.createSocket("udp4")
  socket.on("message", (query, from) => {
    const type = query.readUInt16BE(query.indexOf(0, 12) + 1) === types.A ? "A" : "AAAA"
    asked.push(type)
    const reply = zone[type]
    if (reply !== "silence") socket.send(encode(query, reply), from.port, from.address)
    Deferred.doneUnsafe(first, Effect.void)
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      socket.bind(0, "127.0.0.1", () => resume(Effect.void))
    }),
    () => Effect.sync(() => socket.close())
  )
  const resolve = yield* makeResolver({
    isExemptName: (host) => host === "localhost",
    servers: [`127.0.0.1:${socket.address().port}`]
  })
  const texts = (anew: boolean) => (host: string) =>
    Effect.map(resolve(host, anew), (addresses) => addresses.map(NetAddress.formatIp))
  return { asked, first: Deferred.await(first), resolve: texts(false), anew: texts(true) }
})

const host = "hooks.example.com"

describe("a host name", () => {
  it.effect("has all its IPv4 and IPv6 addresses, in turn", function* () {
    const { resolve } = yield* setup({ A: [a("1.1.1.1"), a("1.1.1.2"), a("1.1.1.1")], AAAA: [aaaa("2606::1")] })
    assert.deepStrictEqual(yield* resolve(host), ["1.1.1.1", "2606::1", "1.1.1.2"])
  })

  it.effect("that is an alias has the addresses at the end of the chain", function* () {
    const { resolve } = yield* setup({ A: [cname(host), a("10.0.0.1")], AAAA: [] })
    assert.deepStrictEqual(yield* resolve("alias.example.com"), ["10.0.0.1"])
  })

  it.effect("with one family failing has the other's addresses", function* () {
    const { resolve } = yield* setup({ A: [a("1.1.1.1")], AAAA: "SERVFAIL" })
    assert.deepStrictEqual(yield* resolve(host), ["1.1.1.1"])
  })

  it.effect.each(["NXDOMAIN", "SERVFAIL"] as const)(
    "is unresolved after %s, and is asked for again after a second",
    function* (reply) {
      const { asked, resolve } = yield* setup({ A: reply, AAAA: reply })
      assert.instanceOf(yield* Effect.flip(resolve("nobody.invalid")), NameUnresolved)
      const once = asked.length
      yield* Effect.flip(resolve("nobody.invalid"))
      assert.lengthOf(asked, once)
      yield* TestClock.adjust("1 second")
      yield* Effect.flip(resolve("nobody.invalid"))
      assert.isAbove(asked.length, once)
    }
  )

  it.effect("is asked for again at once where its kept answer is not to be relied on", function* () {
    const { anew, asked, resolve } = yield* setup({ A: [a("1.1.1.1")], AAAA: [] })
    yield* resolve(host)
    const once = asked.length
    yield* resolve(host)
    assert.lengthOf(asked, once)
    assert.deepStrictEqual(yield* anew(host), ["1.1.1.1"])
    assert.isAbove(asked.length, once)
  })

  it.effect("that the operator exempted is the system's to resolve", function* () {
    const { asked, resolve } = yield* setup({ A: [a("1.1.1.1")], AAAA: [] })
    assert.include(yield* resolve("localhost"), "127.0.0.1")
    assert.lengthOf(asked, 0)
  })

  it.effect("whose server never answers is given up when the caller is", function* () {
    const { first, resolve } = yield* setup({ A: "silence", AAAA: "silence" })
    const fiber = yield* Effect.forkChild(resolve(host))
    yield* first
    yield* Fiber.interrupt(fiber)
  })
})

describe("an answer", () => {
  it.effect.each([
    { ttl: 3600, kept: 5 },
    { ttl: 2, kept: 2 }
  ])("with a TTL of $ttl is kept for $kept seconds", function* ({ kept, ttl }) {
    const { asked, resolve } = yield* setup({ A: [a("1.1.1.1", ttl)], AAAA: [aaaa("2606::1", 3600)] })
    yield* resolve(host)
    yield* TestClock.adjust(kept * 1000 - 1)
    yield* resolve(host)
    assert.lengthOf(asked, 2)
    yield* TestClock.adjust(1)
    yield* resolve(host)
    assert.lengthOf(asked, 4)
  })

  it.effect("with a TTL of 0 is not kept", function* () {
    const { asked, resolve } = yield* setup({ A: [a("1.1.1.1", 0)], AAAA: [] })
    yield* resolve(host)
    yield* resolve(host)
    assert.lengthOf(asked, 4)
  })

  it.effect("serves all who ask at the same time", function* () {
    const { asked, resolve } = yield* setup({ A: [a("1.1.1.1")], AAAA: [] })
    yield* Effect.forEach(Array.from({ length: 20 }), () => resolve(host), { concurrency: "unbounded" })
    assert.lengthOf(asked, 2)
  })
})
