import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import {
  readCode,
  recoveryCode,
  recoveryCodeBytes,
  sharedSecret,
  stepOf
} from "#organisation/accounts/two-factor-rules"

/** RFC 6238, Appendix B: the secret and the codes of SHA-1, of which six digits are the last six. */
const rfcSecret = sharedSecret(new TextEncoder().encode("12345678901234567890"), "ada@acme.test").secret
const rfcCodes = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"]
] as const

describe("codes of an authenticator app", () => {
  // two-factor-3: Codes follow RFC 6238; those of the current, the previous and the next step are valid.
  it.effect.each(rfcCodes)("RFC 6238, Appendix B, at %d s", ([seconds, code]) =>
    Effect.sync(() => {
      const step = Math.floor(seconds / 30)
      assert.strictEqual(stepOf(rfcSecret, code, seconds * 1000), step)
      // A step of 30 seconds either way, and no more.
      assert.strictEqual(stepOf(rfcSecret, code, (seconds + 30) * 1000), step)
      assert.strictEqual(stepOf(rfcSecret, code, (seconds - 30) * 1000), step)
      assert.isNull(stepOf(rfcSecret, code, (step + 2) * 30_000))
      assert.isNull(stepOf(rfcSecret, code, (step - 1) * 30_000 - 1))
    })
  )

  it("the URL of the QR code names issuer, account and form", () => {
    const { otpauth_url, secret } = sharedSecret(new Uint8Array(20).fill(1), "ada+2@acme.test")
    const url = new URL(otpauth_url)
    assert.strictEqual(url.protocol, "otpauth:")
    assert.strictEqual(url.host, "totp")
    assert.strictEqual(decodeURIComponent(url.pathname), "/Offboarding Service:ada+2@acme.test")
    assert.deepStrictEqual(Object.fromEntries(url.searchParams), {
      secret,
      issuer: "Offboarding Service",
      algorithm: "SHA1",
      digits: "6",
      period: "30"
    })
    assert.match(secret, /^[A-Z2-7]{32}$/)
  })
})

describe("what somebody types", () => {
  const same = { _tag: "App", digits: "123456" } as const
  for (const typed of ["123456", "123 456", " 123456\n", "1 2 3 4 5 6"]) {
    it(`is a code: ${JSON.stringify(typed)}`, () => assert.deepStrictEqual(readCode(typed), same))
  }
  for (const typed of [
    "",
    "12345",
    "1234567",
    "１２３４５６",
    "٠١٢٣٤٥",
    "12345a",
    "-12345",
    "1e5",
    "123.456",
    "0x1234"
  ]) {
    it(`is none: ${JSON.stringify(typed)}`, () => assert.isNull(readCode(typed)))
  }

  it("a recovery code may be typed in any case, with or without hyphens, and with letters for look-alike digits", () => {
    const code = recoveryCode(Uint8Array.from({ length: recoveryCodeBytes }, (_, index) => index))
    assert.strictEqual(code, "0123-4567-89ab")
    const expected = { _tag: "Recovery", text: "0123456789ab" } as const
    for (const typed of [
      code,
      code.toUpperCase(),
      "0123456789AB",
      "O1 23 45 67 89 ab",
      "oi23-4567-89ab",
      "ol23456789ab"
    ]) {
      assert.deepStrictEqual(readCode(typed), expected)
    }
    assert.isNull(readCode("u123-4567-89ab"))
  })

  it.effect.prop("is a code of one kind or none, and never an error", { typed: Schema.String }, ({ typed }) =>
    Effect.sync(() => {
      const code = readCode(typed)
      if (code === null) return
      if (code._tag === "App") assert.match(code.digits, /^[0-9]{6}$/)
      else assert.match(code.text, /^[0-9a-hjkmnp-tv-z]{12}$/)
    })
  )

  it.effect.prop(
    "every recovery code that is made is read as itself",
    { bytes: Schema.Array(Schema.Int).check(Schema.isMinLength(recoveryCodeBytes)) },
    ({ bytes }) =>
      Effect.sync(() => {
        const code = recoveryCode(Uint8Array.from(bytes))
        assert.match(code, /^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/)
        assert.deepStrictEqual(readCode(code), { _tag: "Recovery", text: code.replaceAll("-", "") })
      })
  )
})
