import { assert, describe, it } from "@effect/vitest"
import { hitsIn, printed, proseFiles } from "./support/prose.ts"

describe("plain English", () => {
  const files = proseFiles()
  const hits = files.flatMap(hitsIn)

  it("no text that people read contains a word of docs/words.txt", () => {
    assert.isAbove(files.length, 500)
    assert.deepStrictEqual(hits.map(printed), [])
  })

  it("a log message is constant: what differs is in its fields", () => {
    assert.deepStrictEqual(
      hits.filter(({ instead, scope }) => scope === "logs" && instead.startsWith("${")),
      []
    )
  })
})
