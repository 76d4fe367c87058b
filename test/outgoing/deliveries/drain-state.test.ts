import { assert, describe, it } from "@effect/vitest"
import { OrgId } from "@svc/contract/kernel/ids"
import { Schema } from "effect"
import { type DrainLimits, makeDrainState } from "#outgoing/deliveries/drain-state"
import type { DueReceiver, Position } from "#outgoing/deliveries/queue-repo"

const begin: Position = { orgId: "00000000-0000-0000-0000-000000000000", receiverId: "0000" }
const orgId = OrgId.make("6f2f5a0e-8d0f-4a52-9a3c-0f6f1d9a7b10")
const receiverAt = (index: number) => `receiver ${String(index).padStart(4, "0")}`

const limits: DrainLimits = {
  maxGoing: 6,
  maxUnderWay: 9,
  maxClaimed: 4,
  leastRoom: 2,
  maxLookedUp: 3,
  maxDropped: 5
}

/** What happens next to the drain: it takes a step, or something happens around it. */
const Happening = Schema.Union([
  Schema.Struct({ what: Schema.Literals(["step", "step", "step", "end", "settle", "signal", "refilled"]) }),
  Schema.Struct({
    what: Schema.Literal("queue"),
    receiver: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 7 })),
    count: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 12 })),
    signal: Schema.Boolean
  })
])
type Happening = typeof Happening.Type
const Happenings = Schema.Array(Happening).check(Schema.isMinLength(30), Schema.isMaxLength(120))
/** Receivers of which what is due is dropped. */
const Inactive = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 7 }))).check(
  Schema.isMaxLength(4)
)

/** The queue, its receivers and the attempts, as far as the state machine knows of them; and a drain that obeys it. */
const aDrain = (inactive: ReadonlyArray<number> = [], options = { drops: true, refills: false }) => {
  const state = makeDrainState({ begin, limits, ...options })
  const due = Array.from({ length: 8 }, () => 0)
  const counts = { queued: 0, claimed: 0, dropped: 0, settled: 0 }
  const isDropped = (index: number) => options.drops && inactive.includes(index)
  let [going, ended] = [0, 0]
  let ends: "no" | "waits" | "done" = "no"
  /** Due without the drain having been signalled: only the next look-up of its own can find it. */
  let hidden = false
  const trace: Array<string> = []

  const take = (index: number, most: number) => {
    const taken = Math.min(due[index] ?? 0, most)
    due[index] = (due[index] ?? 0) - taken
    return taken
  }
  const indexOf = ({ receiver_id }: DueReceiver) => due.findIndex((_, index) => receiverAt(index) === receiver_id)

  const step = () => {
    const next = state.next({ going, underWay: going + ended })
    trace.push(next._tag)
    ends = "no"
    switch (next._tag) {
      case "LookUp": {
        const found = due
          .map((count, index) => ({ count, index, receiver_id: receiverAt(index) }))
          .filter(
            ({ count, receiver_id }) => count > 0 && (next.after === begin || receiver_id > next.after.receiverId)
          )
          .map(({ index, receiver_id }) => ({
            org_id: orgId,
            receiver_id,
            oldest: "",
            oldest_id: "",
            receives: !isDropped(index),
            unwanted: isDropped(index)
          }))
        state.lookedUp(next.after, found.slice(0, limits.maxLookedUp))
        break
      }
      case "Drop": {
        assert.isNotEmpty(next.receivers)
        let dropped = 0
        for (const receiver of next.receivers) dropped += take(indexOf(receiver), limits.maxDropped - dropped)
        counts.dropped += dropped
        state.dropped(dropped)
        break
      }
      case "Claim": {
        assert.isNotEmpty(next.receivers)
        assert.isAtLeast(next.room, limits.leastRoom)
        assert.isAtMost(next.room, limits.maxClaimed)
        const claimed: Array<string> = []
        for (const receiver of next.receivers) {
          const taken = take(indexOf(receiver), Math.min(next.share, next.room - claimed.length))
          for (let count = 0; count < taken; count += 1) claimed.push(receiver.receiver_id)
        }
        going += claimed.length
        counts.claimed += claimed.length
        assert.isAtMost(going, limits.maxGoing)
        assert.isAtMost(going + ended, limits.maxUnderWay)
        state.claimed(claimed, claimed.length === next.room)
        break
      }
      case "Wait":
        ends = "waits"
        break
      case "Done":
        ends = "done"
    }
  }

  /** Steps until it waits or is done: no more than a bounded number. */
  const obey = () => {
    // A turn has at most four steps; each look-up passes over a part of the receivers, each claim and drop takes something.
    const most = 40 + 4 * (due.length + due.reduce((sum, count) => sum + count, 0))
    for (let steps = 0; steps < most; steps += 1) {
      step()
      if (ends !== "no") return
    }
    assert.fail(`it spins: ${trace.slice(-24).join(" ")}`)
  }
  const settle = () => {
    counts.settled += ended
    if (ended > 0) state.settled()
    ended = 0
  }
  const happens = (happening: Happening) => {
    if (happening.what === "queue") {
      due[happening.receiver] = (due[happening.receiver] ?? 0) + happening.count
      counts.queued += happening.count
      if (happening.signal) state.signalled()
      // With attempts under way it looks again after their results.
      else if (going + ended === 0) hidden = true
    } else if (happening.what === "end" && going > 0) {
      going -= 1
      ended += 1
    } else if (happening.what === "settle") settle()
    else if (happening.what === "signal") state.signalled()
    else if (happening.what === "refilled") state.refilled()
    else if (happening.what === "step" && ends !== "done") step()
  }
  /** Attempts end, results are written, and the drain goes on until it is done. */
  const finish = () => {
    state.refilled()
    if (hidden) state.signalled()
    for (let rounds = 0; rounds < 1_000; rounds += 1) {
      obey()
      if (ends === "done") return
      ended += going
      going = 0
      settle()
    }
    assert.fail(`it never ends: ${trace.slice(-24).join(" ")}`)
  }
  return { state, counts, due, trace, happens, obey, finish, step, isDone: () => ends === "done" }
}

describe("the steps of a drain", () => {
  it.prop(
    "whatever happens in whatever order, nothing is lost, no place is given twice, and it ends",
    { happenings: Happenings, inactive: Inactive, drops: Schema.Boolean },
    ({ drops, happenings, inactive }) => {
      const { counts, due, finish, happens, isDone } = aDrain(inactive, { drops, refills: true })
      for (const happening of happenings) if (!isDone()) happens(happening)
      if (isDone()) return
      finish()
      assert.strictEqual(
        due.reduce((sum, count) => sum + count, 0),
        0
      )
      assert.strictEqual(counts.claimed, counts.settled)
      assert.strictEqual(counts.claimed + counts.dropped, counts.queued)
    },
    { arbitrary: { runs: 200 } }
  )

  it.prop(
    "it waits or is done after a bounded number of steps, wherever it is",
    { happenings: Happenings, inactive: Inactive },
    ({ happenings, inactive }) => {
      const { happens, isDone, obey } = aDrain(inactive)
      for (const happening of happenings) {
        if (isDone()) return
        happens(happening)
        if (!isDone()) obey()
      }
    },
    { arbitrary: { runs: 200 } }
  )

  it("without anything due it looks once, hands back and is done", () => {
    const { finish, trace } = aDrain()
    finish()
    assert.deepStrictEqual(trace, ["LookUp", "HandBack", "Done"])
  })

  it("with something due it looks once before the claim, and once after the results: no query more", () => {
    const { finish, happens, trace } = aDrain()
    happens({ what: "queue", receiver: 1, count: 2, signal: true })
    finish()
    const afterResults = ["Claim", "HandBack", "LookUp", "HandBack", "Done"]
    assert.deepStrictEqual(trace, ["LookUp", "Claim", "HandBack", "Wait"].concat(afterResults))
  })

  it("with every place taken it claims nothing, but drops", () => {
    const { happens, obey, trace } = aDrain([7])
    happens({ what: "queue", receiver: 0, count: 12, signal: true })
    for (let turn = 0; turn < 6; turn += 1) {
      happens({ what: "signal" })
      obey()
    }
    trace.splice(0)
    happens({ what: "queue", receiver: 7, count: 12, signal: true })
    obey()
    assert.deepStrictEqual(trace, ["LookUp", "Drop", "HandBack", "Drop", "HandBack", "Drop", "HandBack", "Wait"])
  })

  it("is not done before the first refill has ended, nor with attempts under way", () => {
    const { happens, obey, trace } = aDrain([], { drops: false, refills: true })
    obey()
    assert.strictEqual(trace.at(-1), "Wait")
    happens({ what: "queue", receiver: 2, count: 1, signal: true })
    happens({ what: "refilled" })
    obey()
    assert.strictEqual(trace.at(-1), "Wait")
    happens({ what: "end" })
    obey()
    assert.strictEqual(trace.at(-1), "Wait")
    happens({ what: "settle" })
    obey()
    assert.strictEqual(trace.at(-1), "Done")
  })

  it("a signal during the last step is looked after before it is done", () => {
    const { happens, obey, step, trace } = aDrain()
    step()
    happens({ what: "queue", receiver: 4, count: 1, signal: true })
    obey()
    assert.deepStrictEqual(trace.slice(0, 4), ["LookUp", "HandBack", "LookUp", "Claim"])
  })
})
