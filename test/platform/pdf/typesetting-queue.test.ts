import { assert, describe, it } from "#test/support/suite"
import { OrgId } from "@svc/contract/kernel/ids"
import { Deferred, Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { makeTypesettingQueue, maxQueued, maxQueuedPerOrganisation } from "#platform/pdf/typesetting-queue"

const organisation = (number: number) => OrgId.make(`00000000-0000-4000-8000-${String(number).padStart(12, "0")}`)

describe("the queue of PDFs", () => {
  it.effect(
    "is bounded per organization: what does not fit is refused immediately, others are served in turn",
    function* () {
      const queue = yield* makeTypesettingQueue(Duration.seconds(20))
      const gate = yield* Deferred.make<void>()
      const order: Array<string> = []
      const ask = (org: number, name: string) =>
        queue(
          organisation(org),
          Effect.andThen(
            Deferred.await(gate),
            Effect.sync(() => void order.push(name))
          )
        )
      const waiting: Array<Fiber.Fiber<unknown, unknown>> = []
      for (let number = 0; number < maxQueuedPerOrganisation; number += 1) {
        waiting.push(yield* Effect.forkChild(ask(1, "first"), { startImmediately: true }))
      }
      const refused = yield* Effect.flip(ask(1, "too many"))
      assert.deepInclude(refused, { _tag: "TypesettingBusy", ofOrganisation: true, retryAfterSeconds: 10 })
      waiting.push(yield* Effect.forkChild(ask(2, "second"), { startImmediately: true }))
      yield* Deferred.succeed(gate, undefined)
      yield* Effect.forEach(waiting, Fiber.join)
      assert.lengthOf(order, maxQueuedPerOrganisation + 1)
      assert.isAtMost(order.indexOf("second"), 2)
      yield* ask(1, "room again")
    }
  )

  it.effect("is bounded in all, and a turn that does not come in time is refused", function* () {
    const queue = yield* makeTypesettingQueue(Duration.seconds(20))
    const fibers: Array<Fiber.Fiber<never, unknown>> = []
    for (let number = 0; number < maxQueued; number += 1) {
      fibers.push(yield* Effect.forkChild(queue(organisation(number), Effect.never), { startImmediately: true }))
    }
    const refused = yield* Effect.flip(queue(organisation(9_999), Effect.void))
    assert.deepInclude(refused, { _tag: "TypesettingBusy", ofOrganisation: false })
    yield* TestClock.adjust("50 seconds")
    for (const fiber of fibers) assert.deepInclude(yield* Effect.flip(Fiber.join(fiber)), { _tag: "TypesettingBusy" })
    yield* queue(organisation(9_999), Effect.void)
  })
})
