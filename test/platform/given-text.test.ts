import { assert, describe, it } from "@effect/vitest"
import { greeting, unlinked } from "#platform/mail/given-text"

describe("a tenant's text in a mail", () => {
  for (const name of [
    "pay at evil.example",
    "https://evil.example",
    "www.evil",
    "mailto:thief",
    "tel:0900123",
    "evil\u3002example",
    "evil\uff0eexample",
    "evil\uff61example",
    "evil\u2024example",
    "thief\uff20evil",
    "Call +49 (170) 123-4567 now"
  ]) {
    it(`${JSON.stringify(name)} is left out of the greeting, since a mail program makes it a link`, () => {
      assert.strictEqual(greeting("Hello", name), "Hello,")
    })
  }

  for (const name of ["Ada Lovelace", "Dr. Ada Lovelace Jr.", "J. R. R. Tolkien", "Studio 2024-25", "山田太郎。"]) {
    it(`${name} is in the greeting`, () => {
      assert.strictEqual(greeting("Hello", name), `Hello ${name},`)
    })
  }

  it("a title breaks each link by a space, whatever its dot", () => {
    assert.strictEqual(unlinked("pay evil\u3002example"), "pay evil. example")
  })
})
