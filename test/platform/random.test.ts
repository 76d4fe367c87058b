import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { constantTimeEquals } from "#platform/crypto/constant-time"
import { Randomness, secureBytes } from "#platform/crypto/random"

describe("chance", () => {
  it.effect("ids are version 4 UUIDs in lower case, never the same twice", () =>
    Effect.gen(function* () {
      const { uuid } = yield* Randomness
      const ids = yield* Effect.forEach(Array.from({ length: 1000 }), () => uuid)
      for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      assert.strictEqual(new Set(ids).size, ids.length)
    }).pipe(Effect.provide(Randomness.layer))
  )

  it.effect("a token is the text of so many random bytes", () =>
    Effect.gen(function* () {
      const randomness = yield* Randomness
      assert.match(yield* randomness.token(32), /^[A-Za-z0-9_-]{43}$/)
      assert.match(yield* randomness.token(16, "hex"), /^[0-9a-f]{32}$/)
      assert.lengthOf(yield* randomness.bytes(7), 7)
      assert.lengthOf(secureBytes(12), 12)
    }).pipe(Effect.provide(Randomness.layer))
  )

  it.effect("a test may say what chance brings", () =>
    Effect.gen(function* () {
      const randomness = yield* Randomness
      assert.strictEqual(yield* randomness.uuid, "00000000-0000-4000-8000-000000000001")
      assert.strictEqual(yield* randomness.token(3, "hex"), "070707")
    }).pipe(
      Effect.provide(
        Randomness.layerWith({
          bytes: (size) => new Uint8Array(size).fill(7),
          uuid: () => "00000000-0000-4000-8000-000000000001"
        })
      )
    )
  )
})

describe("comparison in constant time", () => {
  it.prop("agrees with ===, whatever the lengths", [Schema.String, Schema.String], ([a, b]) => {
    assert.strictEqual(constantTimeEquals(a, b), a.toWellFormed() === b.toWellFormed())
    assert.isTrue(constantTimeEquals(a, a))
    assert.isFalse(constantTimeEquals(a, `${a}x`))
  })
})
