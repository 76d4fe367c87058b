import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import metadata from "../package.json" with { type: "json" }

const sections = readFileSync("CHANGELOG.md", "utf8")
  .split(/^## /m)
  .slice(1)
  .map((text) => ({
    title: text.split("\n")[0] ?? "",
    parts: [...text.matchAll(/^### (.+)\n\n(?:- |<!--)/gm)].map(([, part]) => part)
  }))

describe("the changelog", () => {
  it("begins with the unreleased changes; the newest number below is the one of package.json, with its date", () => {
    assert.strictEqual(sections[0]?.title, "Unreleased")
    assert.match(sections[1]?.title ?? "", /^\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)$/)
    assert.strictEqual(sections[1]?.title.split(" ")[0], metadata.version)
  })

  it("each release says what was added, changed and fixed, what the API has, and how to upgrade", () => {
    for (const { parts, title } of sections) {
      assert.deepStrictEqual(parts, ["Added", "Changed", "Fixed", "API", "Upgrading"], title)
    }
  })
})
