import { assert, describe, it } from "@effect/vitest"
import { waitAfter } from "../../../packages/dashboard/src/platform/live.ts"

describe("how often a watching page reads", () => {
  it("every three seconds while that is cheap, every fifteen at most where a reading makes more than five requests", () => {
    assert.deepStrictEqual([0, 1, 3, 5].map(waitAfter), [3_000, 3_000, 3_000, 5_000])
    assert.deepStrictEqual([6, 11, 15, 20].map(waitAfter), [15_000, 15_000, 15_000, 20_000])
  })

  it("four tabs of one person stay below 300 requests a minute, however many a reading makes", () => {
    for (let requests = 1; requests <= 60; requests += 1) {
      assert.isBelow((60_000 / waitAfter(requests)) * requests * 4, 300, String(requests))
    }
  })
})
