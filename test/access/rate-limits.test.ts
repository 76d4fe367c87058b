import { assert, describe, it } from "#test/support/suite"
import { Effect, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { makeMemoryWindows } from "#access/memory-windows"
import { RateLimits } from "#access/rate-limits"
import { makeRedisWindows } from "#access/redis-windows"
import { aFreePort } from "#test/support/free-port"

const allowedOf = (verdicts: ReadonlyArray<{ readonly allowed: boolean }>) =>
  verdicts.filter(({ allowed }) => allowed).length

describe("limits in this process", () => {
  // limits-6
  it.effect.prop(
    "exactly N requests are allowed in a window, whatever N and however many come at once",
    {
      limit: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50 })),
      extra: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 50 }))
    },
    ({ extra, limit }) =>
      Effect.gen(function* () {
        const limits = RateLimits.over(makeMemoryWindows())
        const verdicts = yield* Effect.replicateEffect(limits.consume("k", limit, 60), limit + extra, {
          concurrency: "unbounded"
        })
        assert.strictEqual(allowedOf(verdicts), limit)
        assert.strictEqual((yield* limits.peek("k", limit)).allowed, false)
      })
  )

  it.effect("a hit counts for the length of the window, and a refusal says when one more is allowed", function* () {
    const limits = RateLimits.over(makeMemoryWindows())
    yield* TestClock.adjust("42500 millis")
    assert.isTrue((yield* limits.consume("k", 1, 60)).allowed)
    yield* TestClock.adjust("500 millis")
    assert.deepStrictEqual(yield* limits.consume("k", 1, 60), { allowed: false, retryAfterSeconds: 60 })
    yield* TestClock.adjust("59499 millis")
    assert.deepStrictEqual(yield* limits.consume("k", 1, 60), { allowed: false, retryAfterSeconds: 1 })
    yield* TestClock.adjust("1 millis")
    assert.isTrue((yield* limits.consume("k", 1, 60)).allowed)
    assert.isFalse((yield* limits.consume("k", 1, 60)).allowed)
  })

  // limits-6: No stretch of a window's length holds more than the limit, also under concurrent requests.
  it.effect.prop(
    "no stretch of 60 seconds holds more than N, wherever it begins, and none is refused that would fit",
    {
      limit: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 })),
      pauses: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40_000 })))
    },
    ({ limit, pauses }) =>
      Effect.gen(function* () {
        const limits = RateLimits.over(makeMemoryWindows())
        const passed: Array<number> = []
        let now = 0
        for (const pause of pauses) {
          now += pause
          yield* TestClock.adjust(pause)
          const lately = passed.filter((at) => at > now - 60_000).length
          const { allowed } = yield* limits.consume("k", limit, 60)
          assert.strictEqual(allowed, lately < limit)
          if (allowed) passed.push(now)
        }
      })
  )

  it.effect("keys do not share a window; peeking does not count; a reset ends a window", function* () {
    const limits = RateLimits.over(makeMemoryWindows())
    for (let peeked = 0; peeked < 5; peeked += 1) assert.isTrue((yield* limits.peek("a", 1)).allowed)
    assert.isTrue((yield* limits.consume("a", 1, 60)).allowed)
    assert.isTrue((yield* limits.consume("b", 1, 60)).allowed)
    assert.isFalse((yield* limits.peek("a", 1)).allowed)
    yield* limits.reset("a")
    assert.isTrue((yield* limits.consume("a", 1, 60)).allowed)
  })

  it.effect("a flood of keys forgets the oldest window and keeps to its bound", function* () {
    const windows = makeMemoryWindows(3)
    for (const key of ["a", "b", "c", "d"]) yield* windows.admit(key, 1, 60_000)
    assert.strictEqual(yield* windows.wait("a", 1), 0)
    for (const key of ["b", "c", "d"]) assert.strictEqual(yield* windows.wait(key, 1), 60_000)
  })
})

describe("who is forgotten and who shares", () => {
  // limits-9: A flood of IP addresses forgets its own counts first, and those of sign-ins last.
  it.effect(
    "a flood of addresses pushes out itself: neither who failed more than once nor the limits of sign-ins",
    function* () {
      const windows = makeMemoryWindows(4)
      yield* windows.admit("login:a", 10, 900_000)
      for (let times = 0; times < 3; times += 1) yield* windows.admit("failed-authentications:a", 20, 60_000)
      for (let flood = 0; flood < 50; flood += 1) yield* windows.admit(`anonymous:${flood}`, 300, 60_000)
      assert.isAbove(yield* windows.wait("failed-authentications:a", 3), 0)
      assert.isAbove(yield* windows.wait("login:a", 1), 0)
      assert.strictEqual(yield* windows.wait("anonymous:0", 1), 0)
      assert.isAbove(yield* windows.wait("anonymous:49", 1), 0)
    }
  )

  // limits-8: All /64 networks of one IPv6 /48 together may do as much as eight of them.
  it.effect(
    "the blocks of one IPv6 /48 may do together as much as eight of them; IPv4 addresses share nothing",
    function* () {
      const limits = RateLimits.over(makeMemoryWindows())
      const tries = (prefix: string) =>
        Effect.forEach(
          Array.from({ length: 200 }, (_, index) => `login:${prefix}${index.toString(16)}::/64`),
          (key) => limits.consume(key, 10, 60)
        )
      assert.strictEqual(allowedOf(yield* tries("2001:db8:1:")), 80)
      assert.isFalse((yield* limits.peek("login:2001:db8:1:ffff::/64", 10)).allowed)
      assert.isTrue((yield* limits.consume("login:2001:db8:2:1::/64", 10, 60)).allowed)
      assert.isTrue((yield* limits.consume("step-up:2001:db8:1:1::/64", 10, 60)).allowed)
      const alone = yield* Effect.forEach(Array.from({ length: 30 }), () =>
        limits.consume("login:2001:db8:9:9::/64", 10, 60)
      )
      assert.strictEqual(allowedOf(alone), 10)
      const others = yield* Effect.forEach(
        Array.from({ length: 200 }, (_, host) => `login:203.0.113.${host}`),
        (key) => limits.consume(key, 10, 60)
      )
      assert.strictEqual(allowedOf(others), 200)
    }
  )
})

const redisServer = (() => {
  try {
    return execFileSync("which", ["redis-server"], { encoding: "utf8" }).trim()
  } catch {
    return undefined
  }
})()

const startRedis = (port: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const process = spawn(
        redisServer ?? "",
        ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
        { stdio: ["ignore", "pipe", "ignore"] }
      )
      for await (const chunk of process.stdout) if (String(chunk).includes("Ready to accept connections")) break
      return process
    }),
    (process) =>
      Effect.promise(async () => {
        if (process.exitCode !== null || process.signalCode !== null) return
        const gone = once(process, "exit")
        process.kill("SIGTERM")
        await gone
      })
  )

const node = (port: number) =>
  Effect.map(makeRedisWindows(Redacted.make(`redis://127.0.0.1:${port}`), makeMemoryWindows()), RateLimits.over)

const untilShared = (limits: RateLimits["Service"], other: RateLimits["Service"], key: string) =>
  limits
    .reset(key)
    .pipe(
      Effect.andThen(limits.consume(key, 1, 60)),
      Effect.andThen(other.peek(key, 1)),
      Effect.repeat({ until: ({ allowed }) => !allowed })
    )

describe(`limits shared through Redis${redisServer === undefined ? " (no redis-server on this machine: only its absence is tested)" : ""}`, () => {
  // limits-7
  // limits-11
  it.live("while Redis cannot be reached, each node counts by itself", function* () {
    const limits = yield* node(yield* aFreePort)
    const verdicts = yield* Effect.replicateEffect(limits.consume("k", 5, 60), 8, { concurrency: "unbounded" })
    assert.strictEqual(allowedOf(verdicts), 5)
  })

  if (redisServer !== undefined) {
    // limits-7: With `REDIS_URL` all nodes share one window; without Redis each node counts on its own.
    it.live("two nodes share one window, exactly, under concurrency", function* () {
      const port = yield* aFreePort
      yield* startRedis(port)
      const [one, two] = [yield* node(port), yield* node(port)]
      yield* untilShared(one, two, "ready")
      yield* untilShared(two, one, "ready too")
      const from = (limits: RateLimits["Service"]) =>
        Effect.replicateEffect(limits.consume("k", 120, 60), 100, { concurrency: "unbounded" })
      const verdicts = yield* Effect.all([from(one), from(two)], { concurrency: 2 })
      assert.strictEqual(allowedOf(verdicts.flat()), 120)
      const over = yield* one.consume("k", 120, 60)
      assert.isFalse(over.allowed)
      assert.isTrue(over.retryAfterSeconds >= 1 && over.retryAfterSeconds <= 60)
      assert.isFalse((yield* two.peek("k", 120)).allowed)
      yield* two.reset("k")
      assert.isTrue((yield* one.consume("k", 120, 60)).allowed)
    })

    it.live("a hit counts for its own second only, by the clock of Redis", function* () {
      const port = yield* aFreePort
      yield* startRedis(port)
      const [one, two] = [yield* node(port), yield* node(port)]
      yield* untilShared(one, two, "ready")
      assert.isTrue((yield* one.consume("k", 1, 1)).allowed)
      yield* Effect.repeat(two.peek("k", 1), { until: ({ allowed }) => allowed })
      assert.isTrue((yield* two.consume("k", 1, 60)).allowed)
      const refused = yield* one.consume("k", 1, 60)
      assert.isFalse(refused.allowed)
      assert.isTrue(refused.retryAfterSeconds > 1)
    })

    // limits-11: While Redis is unavailable each node counts on its own, and shares again afterwards.
    it.live("when Redis goes away the service goes on, and shares again when it is back", function* () {
      const port = yield* aFreePort
      const [one, two] = [yield* node(port), yield* node(port)]
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* startRedis(port)
          yield* untilShared(one, two, "ready")
        })
      )
      assert.isTrue((yield* one.consume("k", 1, 60)).allowed)
      assert.isFalse((yield* one.consume("k", 1, 60)).allowed)
      assert.isTrue((yield* two.consume("k", 1, 60)).allowed)
      yield* startRedis(port)
      yield* untilShared(one, two, "back")
    })
  }
})
