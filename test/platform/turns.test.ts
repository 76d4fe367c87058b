import { assert, describe, it } from "#test/support/suite"
import { OrgId } from "@svc/contract/kernel/ids"
import { Deferred, Effect, Fiber, Scope } from "effect"
import { randomUUID } from "node:crypto"
import { makeFairSemaphore } from "#platform/jobs/fair-semaphore"

describe("turns of heavy work", () => {
  // jobs-5: One organisation's heavy work leaves a place for another's.
  it.effect("one organisation takes one place, however much it asks for, so that another finds one", function* () {
    const turns = yield* makeFairSemaphore(2)
    const greedy = OrgId.make(randomUUID())
    const begun: Array<string> = []
    const open = yield* Deferred.make<void>()
    const held = (name: string) =>
      Effect.andThen(
        Effect.sync(() => begun.push(name)),
        Deferred.await(open)
      )
    const first = yield* Effect.forkChild(turns(greedy, held("first")), { startImmediately: true })
    const second = yield* Effect.forkChild(turns(greedy, held("second")), { startImmediately: true })
    yield* turns(
      OrgId.make(randomUUID()),
      Effect.sync(() => begun.push("other"))
    )
    assert.deepStrictEqual(begun, ["first", "other"])
    yield* Deferred.succeed(open, undefined)
    yield* Fiber.join(first)
    yield* Fiber.join(second)
    assert.deepStrictEqual(begun, ["first", "other", "second"])
  })

  it.effect("what the work leaves open outlives its turn and ends with its own scope", function* () {
    const turns = yield* makeFairSemaphore(1)
    let closed = false
    const scope = yield* Scope.make()
    yield* turns(
      OrgId.make(randomUUID()),
      Effect.addFinalizer(() => Effect.sync(() => (closed = true)))
    ).pipe(Effect.provideService(Scope.Scope, scope))
    assert.isFalse(closed)
    yield* Scope.close(scope, yield* Effect.exit(Effect.void))
    assert.isTrue(closed)
  })
})
