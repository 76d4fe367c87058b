import { assert, describe, it as plain, layer } from "#test/support/suite"
import type { LiveChange } from "@svc/contract/live/schema"
import { Caller } from "@svc/contract/kernel/access"
import { noOrganisation, SessionId } from "@svc/contract/kernel/ids"
import { Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { makeListener } from "#outgoing/live/listener"
import { Live } from "#outgoing/live/service"
import { systemCaller } from "#platform/jobs/system-caller"
import { aMember, anOrganisation, asCaller, aSession } from "#test/support/people"
import { systemSql } from "#test/support/tables"
import { until } from "#test/support/until"
import { TestServices } from "#test/support/TestApp"

describe("what waits for a reader", () => {
  plain.effect("is each change once, and everything when it is too much; nothing of it grows", () =>
    Effect.gen(function* () {
      const listener = yield* makeListener(systemCaller(noOrganisation), () => undefined)
      const change: LiveChange = { resource: "case", id: "a" }
      for (let round = 0; round < 5_000; round++) listener.tell([change], 1)
      assert.strictEqual(
        listener.take(),
        `event: opened\ndata: []\n\nevent: changed\ndata: [{"resource":"case","id":"a"}]\n\n`
      )
      for (let round = 0; round < 5_000; round++) listener.tell([{ ...change, id: String(round) }], 1)
      assert.strictEqual(listener.take(), "event: everything\ndata: []\n\n")
      assert.strictEqual(listener.take(), "")
      listener.beat(2)
      assert.deepStrictEqual([listener.waitsSince(), listener.take(), listener.waitsSince()], [2, ":\n\n", undefined])
    })
  )
})

layer(TestServices)("the streams of a node", (it) => {
  // live-3: A reader who takes nothing costs a bounded memory, and is cut off after a minute.
  it.effect(
    "a reader who takes nothing for a minute is cut off; one who reads has a sign of life and stays",
    function* () {
      const live = yield* Live
      const member = yield* aMember(yield* anOrganisation())
      yield* aSession(member)
      const [session] = yield* systemSql<{ id: string }>`SELECT id FROM sessions WHERE user_id = ${member.userId}`
      const caller = {
        ...(yield* asCaller(member)(Caller)),
        session: {
          id: SessionId.make(session?.id ?? randomUUID()),
          method: "password" as const,
          steppedUpUntil: null,
          totpEnabled: false
        }
      }
      const heard: Array<string> = []
      const slow = yield* Effect.forkChild(
        Stream.runForEach(live.follow(caller, true), () => Effect.never),
        { startImmediately: true }
      )
      const quick = yield* Effect.forkChild(
        Stream.runForEach(live.follow(caller, true), (text) => Effect.sync(() => void heard.push(text)))
      )
      yield* Effect.repeat(TestClock.withLive(live.open), { until: (open) => open === 2 })
      for (let beat = 0; beat < 5; beat++) {
        const before = heard.length
        yield* TestClock.adjust("20 seconds")
        yield* TestClock.withLive(until(Effect.sync(() => (heard.length > before ? true : undefined))))
      }
      yield* Fiber.await(slow)
      assert.strictEqual(yield* live.open, 1)
      assert.include(heard, ":\n\n")
      yield* Fiber.interrupt(quick)
      assert.strictEqual(yield* live.open, 0)
    }
  )
})
