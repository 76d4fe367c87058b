import { assert, it } from "@effect/vitest"
import { visible } from "#evidence/mcp/quoting"

// assistants-9: A text from people has at most 1,000 characters, without invisible ones.
it("a text is shown without what is invisible, whole in its characters, and 1,000 of them at most", () => {
  assert.strictEqual(visible("a\u0000b\u202Ec\u{E0041}d\u200B"), "a b c d ")
  assert.strictEqual(visible("Renée 東京 👩"), "Renée 東京 👩")
  assert.strictEqual(visible("👩".repeat(600)).length, 1_000)
  assert.isTrue(visible("👩".repeat(600)).isWellFormed())
})
