import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { carriedOf, handlersCarrying, requestContext } from "#platform/http/carried-services"

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

const keys = ["svc/test/Door", "svc/test/Table", "svc/test/Window", "effect/test/Theirs"] as const
const added = ["svc/test/Added", "svc/test/Table", "effect/test/Added"] as const
const merged = "effect/test/Merged"
const Step = Schema.Union([
  Schema.Struct({ what: Schema.Literals(["ask", "ask", "merge", "mergeInto", "copy"]) }),
  Schema.Struct({ what: Schema.Literal("add"), key: Schema.Literals(added) })
])

describe("the map of a request's context", () => {
  it.prop(
    "answers as a model does, whatever is asked, added, merged and copied in whatever order",
    { steps: Schema.Array(Step).check(Schema.isMinLength(20), Schema.isMaxLength(60)) },
    ({ steps }) => {
      const all = new Map<string, unknown>(keys.map((key) => [key, key]))
      const isCarried = (key: string) => key === "svc/test/Door" || !key.startsWith("svc/")
      let context: Context.Context<never> = requestContext(Context.makeUnsafe<never>(all), new Set(["svc/test/Door"]))
      /** All that is found; of these, what a copy would keep; additions since the last copy. */
      let found = new Map(all)
      let kept = new Map([...all].filter(([key]) => isCarried(key)))
      let additions = 0
      const copied = () => {
        found = new Map(kept)
        additions = 0
      }
      for (const [index, step] of steps.entries()) {
        if (step.what === "add") {
          context = Context.addUnsafe(context, step.key, index)
          // The ninth addition copies.
          if (additions === 8) copied()
          else additions += 1
          found.set(step.key, index)
          kept.set(step.key, index)
        } else if (step.what === "merge" || step.what === "mergeInto") {
          const other = Context.makeUnsafe<never>(new Map([[merged, index]]))
          context = step.what === "merge" ? Context.merge(context, other) : Context.merge(other, context)
          if (step.what === "merge" || !kept.has(merged)) kept.set(merged, index)
          copied()
        } else if (step.what === "copy") {
          assert.deepStrictEqual(new Map(new Map(context.mapUnsafe)), kept)
        }
        for (const key of [...keys, ...added, merged]) {
          assert.strictEqual(
            Option.getOrUndefined(Context.getOption(context, Context.Service<unknown>(key))),
            found.get(key),
            key
          )
        }
      }
    }
  )
})
