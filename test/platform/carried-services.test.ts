import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { carriedOf, handlersCarrying } from "#platform/http/carried-services"

class Door extends Context.Service<Door, string>()("svc/test/Door") {}
class Table extends Context.Service<Table, string>()("svc/test/Table") {}
class Theirs extends Context.Service<Theirs, string>()("effect/test/Theirs") {}
class Made extends Context.Service<Made, ReadonlyArray<string>>()("svc/test/Made") {}
class Kept extends Context.Service<Kept, ReadonlyArray<string>>()("svc/test/Kept") {}

const all = Layer.mergeAll(Layer.succeed(Door, "door"), Layer.succeed(Table, "table"), Layer.succeed(Theirs, "theirs"))

/** What a request of these handlers would be given: the context in which they were made, as it is copied for each. */
const handlers = Layer.effectContext(
  Effect.gen(function* () {
    const context = yield* Effect.context<Door | Table | Theirs>()
    const asked: Array<string> = []
    // More often than there are services: an ordinary context would have copied its map by then.
    for (let turn = 0; turn < 50; turn++) asked.push(yield* Table, yield* Door)
    const copied = Context.merge(context, Context.make(Made, asked))
    return Context.make(Made, asked).pipe(Context.add(Kept, [...copied.mapUnsafe.keys()]))
  })
)

describe("services that requests carry", () => {
  it.effect("handlers are made of all, and what is copied for a request has no more than is carried", () =>
    Effect.gen(function* () {
      const made = yield* Made
      const kept = yield* Kept
      assert.sameMembers([...new Set(made)], ["table", "door"])
      assert.includeMembers([...kept], ["svc/test/Door", "effect/test/Theirs"])
      assert.notInclude(kept, "svc/test/Table")
    }).pipe(Effect.provide(handlers.pipe(handlersCarrying(new Set(["svc/test/Door"])), Layer.provide(all))))
  )

  it("of a context that serves, what is not ours and what is named", () => {
    const context = Context.make(Door, "door").pipe(Context.add(Table, "table"), Context.add(Theirs, "theirs"))
    assert.sameMembers(
      [...carriedOf(context, new Set(["svc/test/Door"])).mapUnsafe.keys()],
      ["svc/test/Door", "effect/test/Theirs"]
    )
  })
})
