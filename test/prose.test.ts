import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { allowedFile, hitsIn, proseFiles } from "./support/prose.ts"

const Allowed = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Number))

describe("plain English", () => {
  const allowed = Schema.decodeUnknownSync(Allowed)(readFileSync(allowedFile, "utf8"))
  const files = proseFiles()

  it("no file has more words of docs/words.txt than prose-allowed.json lists for it", () => {
    assert.isAbove(files.length, 500)
    const over = files.flatMap((file) => {
      const hits = hitsIn(file)
      return hits.length <= (allowed[file] ?? 0)
        ? []
        : hits.map(({ found, instead, line, scope }) => `${file}:${line} ${scope}: …${found}… ${instead}`)
    })
    assert.deepStrictEqual(over, [])
  })

  it("a log message is constant: what differs is in its fields", () => {
    const filled = files.flatMap(hitsIn).filter(({ instead, scope }) => scope === "logs" && instead.startsWith("${"))
    assert.deepStrictEqual(filled, [])
  })
})
