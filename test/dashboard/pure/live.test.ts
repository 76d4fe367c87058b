import { assert, describe, it } from "@effect/vitest"
import { waitAfter } from "../../../packages/dashboard/src/platform/live.ts"

describe("how often a watching page reads", () => {
  it("every three seconds at most while that is cheap, every fifteen where a reading makes more than five requests", () => {
    assert.deepStrictEqual([0, 1, 3, 5].map(waitAfter), [3_000, 3_000, 5_100, 8_500])
    assert.deepStrictEqual([6, 8, 9, 20].map(waitAfter), [15_000, 15_000, 15_300, 34_000])
  })

  it("eight tabs of one person, four in each of two sessions, stay below 300 requests a minute", () => {
    for (let requests = 1; requests <= 60; requests += 1) {
      assert.isBelow((60_000 / waitAfter(requests)) * requests * 8, 300, String(requests))
    }
  })
})
