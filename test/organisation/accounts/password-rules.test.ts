import { assert, describe, it } from "@effect/vitest"
import { NewPassword } from "@svc/contract/accounts/schema"
import { Option, Redacted, Result, Schema } from "effect"
import { commonPasswords } from "#organisation/accounts/common-passwords"
import { judgePassword } from "#organisation/accounts/rules"

const judged = (password: string, email = "ada@acme.test") =>
  Result.getFailure(judgePassword(Redacted.make(password), email, "password")).pipe(
    Option.map(({ error }) => error),
    Option.getOrNull
  )

const isLongEnough = (password: string) => Result.isSuccess(Schema.decodeUnknownResult(NewPassword)(password))

const common = "password: is one of the most common passwords. Choose a different one"

describe("passwords that are chosen", () => {
  it("the list holds the 3000 most common ones of at least 8 characters, in the form that is compared", () => {
    assert.strictEqual(commonPasswords.size, 3000)
    for (const password of commonPasswords) {
      assert.isAtLeast(password.length, 8)
      assert.strictEqual(password, password.normalize("NFKC").toLowerCase())
      assert.isTrue(isLongEnough(password))
    }
  })

  // registration-7
  it("common ones are refused, whatever their case and however a keyboard writes them", () => {
    for (const password of ["password", "PassWord", "12345678", " iloveyou ", "qwertyuiop", "ｐａｓｓｗｏｒｄ"]) {
      assert.strictEqual(judged(password), common, password)
    }
  })

  it("the e-mail address is refused, whatever its case", () => {
    assert.strictEqual(judged("Ada@ACME.test"), "password: must not be the email address. Choose a different one")
    assert.isNull(judged("Ada@ACME.test", "grace@acme.test"))
  })

  it("anything else is taken, of any characters and up to 1024 of them: no rules of composition", () => {
    const taken = [
      "correct horse battery staple",
      "x".repeat(64),
      "y".repeat(1024),
      "🔐🔑🗝️🚪🪟🏠🧱🪜",
      "пароль-длинный"
    ]
    for (const password of taken) {
      assert.isNull(judged(password))
      assert.isTrue(isLongEnough(password), password)
    }
  })

  // registration-7: A password has 8 to 1,024 characters of any kind, and is neither a common one nor the email.
  it("at least 8 characters as they are compared, at most 1024, never cut off", () => {
    // Two code units each, and combining marks that are composed: counted as a person counts.
    for (const short of ["", "1234567", "🔐".repeat(7), "e\u0301".repeat(7)]) assert.isFalse(isLongEnough(short), short)
    for (const long of ["x".repeat(1025), "x".repeat(1_000_000)]) assert.isFalse(isLongEnough(long))
    assert.isTrue(isLongEnough("e\u0301".repeat(8)))
  })
})
