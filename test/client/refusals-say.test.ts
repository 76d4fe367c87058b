import { assert, describe, it } from "#test/support/suite"
import { OffboardingId } from "@svc/contract/kernel/ids"
import { OffboardingDuplicate } from "@svc/contract/offboardings/errors"
import { WebhookUrlRefused } from "@svc/contract/webhooks/errors"
import { Cause, Effect, Schema } from "effect"
import { globSync } from "node:fs"
import { resolve } from "node:path"

const sentence = "What was wrong and what to do"

/** Every error class that the contract exports, with where it stands. */
const errors = Effect.promise(() =>
  Promise.all(
    globSync("packages/contract/src/**/*.ts").map(async (file) => {
      const exported: Readonly<Record<string, unknown>> = await import(resolve(file))
      return Object.entries(exported).flatMap(([name, value]) =>
        typeof value === "function" && value.prototype instanceof Error ? [{ at: `${file} ${name}`, value }] : []
      )
    })
  )
).pipe(Effect.map((all) => all.flat()))

describe("a refusal's message", () => {
  it.effect("is its sentence in every error class of the contract", function* () {
    const all = yield* errors
    assert.isAbove(all.length, 150)
    const silent = all.filter(({ value }) =>
      ["error", "detail"].every((field) => {
        const refusal: unknown = Object.create(value.prototype, { [field]: { value: sentence } })
        return !(refusal instanceof Error) || refusal.message !== sentence
      })
    )
    assert.deepStrictEqual(
      silent.map(({ at }) => at),
      []
    )
  })

  it("is printed with the name, and is nothing new on the wire", () => {
    const refusal = new WebhookUrlRefused({ error: "url: 127.0.0.1 is not a public address" })
    assert.match(Cause.pretty(Cause.fail(refusal)), /^WebhookUrlRefused: url: 127\.0\.0\.1 is not a public address\n/)
    assert.deepStrictEqual(Schema.encodeSync(WebhookUrlRefused)(refusal), { error: refusal.message })
    const duplicate = new OffboardingDuplicate({ id: OffboardingId.make("0198c5a0-0000-7000-8000-000000000000") })
    assert.strictEqual(duplicate.message, duplicate.error)
    assert.notProperty(JSON.parse(JSON.stringify(duplicate)), "message")
  })
})
