import { assert, describe, it } from "@effect/vitest"
import { OrgId } from "@svc/contract/kernel/ids"
import { Schema } from "effect"
import type { DueReceiver, Position } from "#outgoing/deliveries/queue-repo"
import { makeRound } from "#outgoing/deliveries/round"

const begin: Position = { orgId: "00000000-0000-0000-0000-000000000000", receiverId: "0000" }
const orgId = OrgId.make("6f2f5a0e-8d0f-4a52-9a3c-0f6f1d9a7b10")
const receiverAt = (index: number) => `receiver ${String(index).padStart(4, "0")}`

/**
 * Receivers with so much due each, in their order, and claims that take from them as the queue's do; of the `busy` ones,
 * who have as many attempts under way as they may, nothing.
 */
const aQueue = (due: Array<number>, partSize: number, busy: ReadonlySet<number> = new Set()) => {
  const round = makeRound(begin, partSize)
  const turns = due.map(() => 0)
  let lookUps = 0
  const lookUp = (after: Position): ReadonlyArray<DueReceiver> =>
    due
      .map((count, index) => ({ count, receiver_id: receiverAt(index) }))
      .filter(({ count, receiver_id }) => count > 0 && (after === begin || receiver_id > after.receiverId))
      .slice(0, partSize)
      .map(({ receiver_id }) => ({
        org_id: orgId,
        receiver_id,
        oldest: "",
        oldest_id: "",
        receives: true,
        unwanted: false
      }))
  const claim = (room: number, share: number) => {
    const after = round.lookUpBehind()
    if (after !== undefined) {
      lookUps += 1
      round.lookedUp(after, lookUp(after))
    }
    const claimed: Array<string> = []
    for (const { receiver_id } of round.inTurn()) {
      const index = due.findIndex((_, place) => receiverAt(place) === receiver_id)
      const taken = busy.has(index) ? 0 : Math.min(due[index] ?? 0, share, room - claimed.length)
      due[index] = (due[index] ?? 0) - taken
      if (taken > 0) turns[index] = (turns[index] ?? 0) + 1
      for (let count = 0; count < taken; count += 1) claimed.push(receiver_id)
    }
    round.claimed(claimed, claimed.length < room)
    return claimed
  }
  /** Claims until a whole round claimed nothing; answers how many claims that took. */
  const drain = (room: number, share: number) => {
    for (let claims = 1; claims < 100_000; claims += 1) {
      if (claim(room, share).length === 0 && round.isOver()) return claims
    }
    return assert.fail("it never ends")
  }
  return { round, turns, claim, drain, lookUps: () => lookUps }
}

const upTo = (most: number) => Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: most }))
const Due = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 }))).check(Schema.isMaxLength(12))
const Steps = Schema.Array(Schema.Struct({ refresh: Schema.Boolean, room: upTo(9), share: upTo(4) })).check(
  Schema.isMaxLength(60)
)

describe("Whose turn it is", () => {
  it.prop(
    "everything that is due is claimed, however many parts, claims and look-ups that takes",
    { due: Due, partSize: upTo(14), room: upTo(9), share: upTo(4), steps: Steps },
    ({ due, partSize, room, share, steps }) => {
      const left = [...due]
      const { claim, drain, round } = aQueue(left, partSize)
      for (const step of steps) {
        if (step.refresh) round.refresh()
        claim(step.room, step.share)
      }
      drain(room, share)
      assert.deepStrictEqual(
        left,
        left.map(() => 0)
      )
    }
  )

  it.prop(
    "nobody has two turns more than another, wherever a claim ended and whatever was looked up in between",
    { receivers: upTo(12), partSize: upTo(14), steps: Steps },
    ({ partSize, receivers, steps }) => {
      const { claim, round, turns } = aQueue(
        Array.from({ length: receivers }, () => 1_000_000),
        partSize
      )
      for (const { refresh, room, share } of steps) {
        if (refresh) round.refresh()
        claim(room, share)
      }
      assert.isAtMost(Math.max(...turns) - Math.min(...turns), 1)
    }
  )

  it.prop(
    "what becomes due is claimed after the next look-up, before, among and behind those that are known",
    { due: Due, partSize: upTo(14), room: upTo(9), more: Due },
    ({ due, more, partSize, room }) => {
      const left = Array.from({ length: 12 }, (_, index) => due[index] ?? 0)
      const { claim, drain, round } = aQueue(left, partSize)
      claim(room, 1)
      more.forEach((count, index) => (left[index] = (left[index] ?? 0) + count))
      round.refresh()
      drain(room, 2)
      assert.deepStrictEqual(
        left,
        left.map(() => 0)
      )
    }
  )

  it.prop(
    "whoever is busy or has little holds up nobody, though something is signalled before every claim",
    {
      receivers: upTo(40),
      busy: Schema.Array(upTo(40)).check(Schema.isMaxLength(40)),
      partSize: upTo(5),
      room: upTo(9)
    },
    ({ busy, partSize, receivers, room }) => {
      const left = Array.from({ length: receivers }, () => 1)
      const nothing = new Set(busy.map((one) => one - 1))
      const { claim, round } = aQueue(left, partSize, nothing)
      // Each claim ends a part or fills the room.
      for (let claims = 0; claims <= Math.ceil(receivers / partSize) + Math.ceil(receivers / room); claims += 1) {
        round.refresh()
        claim(room, 1)
      }
      assert.deepStrictEqual(
        left,
        left.map((_, index) => (nothing.has(index) ? 1 : 0))
      )
    }
  )

  it.prop(
    "a round has ended once everybody was asked: what is free then goes unused by nobody who could use it",
    { receivers: upTo(40), partSize: upTo(5) },
    ({ partSize, receivers }) => {
      const left = Array.from({ length: receivers }, () => 1)
      const { claim, round } = aQueue(left, partSize)
      // There is always room for more.
      do claim(100, 1)
      while (!round.hasEnded())
      assert.deepStrictEqual(
        left,
        left.map(() => 0)
      )
    }
  )

  it("few receivers are looked up once, and asked once more when they have nothing left", () => {
    const { drain, lookUps } = aQueue([3, 3, 3], 20)
    // Two full claims, one that is not, and one that finds nothing.
    assert.strictEqual(drain(4, 2), 4)
    assert.strictEqual(lookUps(), 1)
  })

  it("those that receive nothing are passed over", () => {
    const round = makeRound(begin, 2)
    const found = [1, 2].map((index) => ({
      org_id: orgId,
      receiver_id: receiverAt(index),
      oldest: "",
      oldest_id: "",
      receives: false,
      unwanted: true
    }))
    round.lookedUp(begin, found)
    assert.deepStrictEqual(round.inTurn(), [])
    round.claimed([], true)
    assert.isFalse(round.isOver())
    assert.deepStrictEqual(round.lookUpBehind(), { orgId, receiverId: receiverAt(2) })
  })

  it("a claim is spread over as many as the round before met", () => {
    const { claim, round } = aQueue([9, 9, 9], 20)
    claim(10, 2)
    assert.strictEqual(round.spread(), 3)
  })
})
