import { assert, describe, it } from "@effect/vitest"
import { withoutDocumentation } from "../../../packages/dashboard/undocumented.ts"

describe("what the browser loads of the contract", () => {
  it("a field without what is said of it", () => {
    assert.strictEqual(
      withoutDocumentation("a.js", `const A = Struct({ a: described(Text, "Its name", { example: "Ada" }), b: Text })`),
      "const A = Struct({ a: (Text), b: Text })"
    )
  })

  it("a field in a field", () => {
    assert.strictEqual(
      withoutDocumentation("a.js", `described(NullOr(described(Struct({ a: described(A, "a") }), "b")), "c"); d()`),
      "(NullOr((Struct({ a: (A) })))); d()"
    )
  })

  it("a route without its summary, with whom it is for", () => {
    assert.strictEqual(
      withoutDocumentation(
        "a.js",
        `get("view", "/").annotateMerge(OpenApi.annotations({ summary: "(View)" })).annotate(Requires, { open: true })`
      ),
      `get("view", "/").annotate(Requires, { open: true })`
    )
  })

  it("what is no documentation stays", () => {
    const code = `A.annotateMerge(own({ a: 1 })).annotate({ identifier: "A" }); describe(A, "b"); other.described(A, "b"); cookie.pipe(Security.annotateMerge(OpenApi.annotations({ description: "c" })))`
    assert.strictEqual(withoutDocumentation("a.js", code), code)
  })
})
