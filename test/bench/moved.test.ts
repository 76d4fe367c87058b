import { assert, describe, it } from "@effect/vitest"
import { moved } from "./moved.ts"
import { atLeast, atMost, information, type Line, table } from "./report.ts"
import { figureOf } from "./rounds.ts"

const at = (commit: string, ...lines: ReadonlyArray<Line>) => ({ list: { commit, lines } })

const sentences = (before: ReadonlyArray<Line>, after: ReadonlyArray<Line>) =>
  moved(at("old", ...before), at("new", ...after)).map(
    ({ sentence, worse }) => `${worse ? "worse" : "better"} ${sentence}`
  )

describe("what moved since it was measured last", () => {
  it("is what is further away than the rounds of either measurement are apart, in the direction of the figure", () => {
    const before = [
      atLeast("P1", "requests", figureOf([1, 1.1, 1.2]), 1),
      atMost("P1", "CPU", figureOf([0.8, 0.9, 0.8]), 0.8)
    ]
    assert.deepStrictEqual(
      sentences(before, [
        atLeast("P1", "requests", figureOf([0.8, 0.8, 0.8]), 1),
        atMost("P1", "CPU", figureOf([0.6, 0.6, 0.6]), 0.8)
      ]),
      ["worse list: requests: 1.10 at old, 0.80 now", "better list: CPU: 0.80 at old, 0.60 now"]
    )
    assert.deepStrictEqual(
      sentences(before, [
        atLeast("P1", "requests", figureOf([0.7, 0.95, 1]), 1),
        atMost("P1", "CPU", figureOf([0.5, 0.75, 0.9]), 0.8)
      ]),
      [],
      "chance"
    )
  })

  it("is more than a tenth of what was measured once, and nothing of what is new or a text", () => {
    const before = [atMost("P5", "memory", 50, 60), information("P5", "seconds", "4 s")]
    assert.deepStrictEqual(sentences(before, [atMost("P5", "memory", 54, 60), information("P5", "seconds", "9 s")]), [])
    assert.deepStrictEqual(sentences(before, [atMost("P5", "memory", 56, 60), atMost("P5", "other", 1, 1)]), [
      "worse list: memory: 50.00 at old, 56.00 now"
    ])
  })
})

describe("the table of all pairs", () => {
  it("says of each line whether it is met, and by how much not", () => {
    const text = table([atLeast("P1", "requests", 0.75, 1), atMost("P1", "CPU", 0.88, 0.8), atMost("P2", "ms", 1, 2)])
    const [, , ...rows] = text.split("\n")
    assert.deepStrictEqual(
      rows.map((row) => row.split("|").at(-2)?.trim()),
      ["NOT MET by 25 %", "NOT MET by 10 %", "met"]
    )
  })
})
