import { assert, describe, it } from "@effect/vitest"
import { WebhookId } from "@svc/contract/kernel/ids"
import { makePace } from "#outgoing/deliveries/pace"

const id = WebhookId.make("7c1f2f0c-6a0e-4f0e-8a39-04ad1f7bd001")
const quick = { milliseconds: 20, arrived: true }

describe("How many attempts of one endpoint are under way at once", () => {
  // deliveries-13: A slow endpoint has few attempts in flight until it responds again.
  it("one that hangs has few, until it answers again", () => {
    const pace = makePace()
    pace.note(id, { milliseconds: 10_000, arrived: false })
    assert.deepStrictEqual(pace.now().slow.ids, [id])
    pace.note(id, { milliseconds: 500, arrived: true })
    assert.deepStrictEqual(pace.now().slow.ids, [])
  })

  it("one that has long answered at once has many, until an attempt fails or takes longer", () => {
    const pace = makePace()
    for (let count = 1; count < 50; count += 1) pace.note(id, quick)
    assert.deepStrictEqual(pace.now().fast.ids, [])
    pace.note(id, quick)
    assert.deepStrictEqual(pace.now().fast.ids, [id])
    pace.note(id, { milliseconds: 20, arrived: false })
    assert.deepStrictEqual(pace.now().fast.ids, [])
  })
})
