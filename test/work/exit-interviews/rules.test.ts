import { assert, describe, it } from "@effect/vitest"
import { ExitInterviewId } from "@svc/contract/exit-interviews/schema"
import { marked } from "#work/exit-interviews/rules"

const id = ExitInterviewId.make("4c1a1c5e-31f2-4b8e-9d5e-5a1f0a6f2b10")

describe("the link that a person books by", () => {
  it("carries the mark of the interview beside what it had", () => {
    assert.strictEqual(
      marked("https://calendly.com/d/abc?month=2026-03", id),
      `https://calendly.com/d/abc?month=2026-03&utm_content=${id}`
    )
  })

  it.each(["", "not an address", "/d/abc", "javascript:alert(1)", "mailto:ada@acme.test"])("%j is none", (text) => {
    assert.isNull(marked(text, id))
  })
})
