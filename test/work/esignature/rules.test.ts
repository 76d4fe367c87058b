import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { maskedPhone, nextLook, nextTry, signedBy, titleOf } from "#work/esignature/rules"

const at = (text: string) => DateTime.makeUnsafe(text)
const requested_at = at("2026-03-02T09:00:00Z")
const request = { requested_at, expires_at: at("2026-04-01T09:00:00Z"), next_reminder_at: null }

describe("the rules of signatures", () => {
  it("a number is known to its owner by country code and last digits, and to nobody else", () => {
    assert.strictEqual(maskedPhone("+4915112345678"), "+49•••••••••78")
  })

  it.prop(
    "no mask tells more than five characters of a number",
    [Schema.String.check(Schema.isPattern(/^\+[1-9][0-9]{6,14}$/))],
    ([phone]) => {
      const mask = maskedPhone(phone)
      assert.strictEqual(mask.length, phone.length)
      assert.isAtMost(mask.replaceAll("•", "").length, 5)
    }
  )

  // signing-21: Status checks become rarer as a request ages, and never exceed the rate that the provider allows.
  it("looks grow rarer with age, are never more often than the provider lets one, and meet reminder and end", () => {
    const minutes = (
      now: string,
      lookEvery: "1 minute" | "15 minutes",
      more: Partial<{ next_reminder_at: DateTime.Utc }> = {}
    ) => {
      const moment = at(now)
      return (
        (nextLook({ ...request, ...more }, lookEvery, moment).epochMilliseconds - moment.epochMilliseconds) / 60_000
      )
    }
    assert.strictEqual(minutes("2026-03-02T09:00:00Z", "1 minute"), 1)
    assert.strictEqual(minutes("2026-03-02T09:00:00Z", "15 minutes"), 15)
    assert.strictEqual(minutes("2026-03-02T13:00:00Z", "1 minute"), 60)
    assert.strictEqual(minutes("2026-03-10T09:00:00Z", "1 minute"), 360)
    assert.strictEqual(
      minutes("2026-03-10T09:00:00Z", "1 minute", { next_reminder_at: at("2026-03-10T11:00:00Z") }),
      120
    )
    assert.strictEqual(minutes("2026-04-01T08:00:00Z", "1 minute"), 60)
  })

  it("a failed try is repeated after 10 seconds, then ever later, an hour at most", () => {
    const now = at("2026-03-02T09:00:00Z")
    const seconds = [1, 2, 3, 4, 5, 6, 60].map(
      (tries) => (nextTry(tries, now).epochMilliseconds - now.epochMilliseconds) / 1000
    )
    assert.deepStrictEqual(seconds, [10, 60, 300, 900, 3_600, 3_600, 3_600])
  })

  it.prop("titles are one line of at most 100 characters, well formed", [Schema.String], ([name]) => {
    const title = titleOf(name)
    assert.isAtMost(title.length, 100)
    assert.isTrue(title.isWellFormed())
    assert.notMatch(title, /[\r\n]/)
  })

  it("a signer is named with their address", () => {
    assert.strictEqual(signedBy({ name: "Ann Lee", email: "ann@acme.test" }), "Ann Lee <ann@acme.test>")
    assert.strictEqual(signedBy({ name: "", email: "ann@acme.test" }), "ann@acme.test")
  })
})
