import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Schema } from "effect"
import { settle } from "#outgoing/deliveries/attempt-rules"
import { siemDeliveries } from "#outgoing/siem/delivery-policy"
import { AttemptResult } from "#outgoing/deliveries/sender"

const at = DateTime.makeUnsafe("2026-03-02T09:00:00.123Z")
const siem = (result: AttemptResult, attemptsBefore = 0, drawn = 0) =>
  settle(siemDeliveries, { attemptAt: at, attemptsBefore }, result, drawn)
const answered = (status: number) => AttemptResult.Answered({ status })

describe("SIEM delivery behaviour", () => {
  it.each([200, 201, 202, 204])("answered %i: delivered", (status) => {
    assert.deepStrictEqual(siem(answered(status)), {
      status: "delivered",
      attempts: 1,
      lastStatusCode: status,
      lastError: null,
      nextAttemptAt: null
    })
  })

  // siem-16: 400, 413, 422, a redirect and an address that is not public give it up at once; 401, 403 and 404 are tried
  //   again.
  it.each([400, 413, 422])("3. rejects the payload (%i): given up at once", (status) => {
    const { lastError, nextAttemptAt, status: end } = siem(answered(status))
    assert.deepStrictEqual([end, nextAttemptAt, lastError], ["dead", null, `The collector answered ${status}`])
  })

  it.each([300, 301, 302, 303, 304, 307, 308])("3. answers with a redirect (%i): given up at once", (status) => {
    assert.strictEqual(siem(answered(status)).status, "dead")
  })

  it("3. not a public address: given up at once", () => {
    const { lastError, lastStatusCode, status } = siem(AttemptResult.Refused())
    assert.deepStrictEqual([status, lastStatusCode], ["dead", null])
    assert.include(lastError ?? "", "no longer resolves to a public address")
  })

  // siem-16
  it.each([401, 403, 404, 405, 408, 409, 429, 500, 502, 503, 504])("3. %i is retried", (status) => {
    const { lastError, nextAttemptAt, status: end } = siem(answered(status))
    assert.deepStrictEqual([end, lastError], ["failed", `The collector answered ${status}`])
    assert.deepStrictEqual(nextAttemptAt, DateTime.add(at, { minutes: 1 }))
  })

  it("2. unreachable, or no answer in time: retried", () => {
    const { lastError, status } = siem(AttemptResult.Unanswered({ reason: "No complete answer in time" }))
    assert.deepStrictEqual([status, lastError], ["failed", "No complete answer in time"])
  })

  it("a 2xx in which the collector says that it did not take it is retried", () => {
    const refusal = AttemptResult.Answered({
      status: 200,
      accepted: false,
      detail: "The collector answered 200 with code 9"
    })
    const { lastError, lastStatusCode, status } = siem(refusal)
    assert.deepStrictEqual(
      [status, lastStatusCode, lastError],
      ["failed", 200, "The collector answered 200 with code 9"]
    )
  })

  it.prop(
    "2. a wait is never shorter than its step, and longer by a fifth at most",
    {
      before: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 11 })),
      drawn: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
    },
    ({ before, drawn }) => {
      const { nextAttemptAt } = siem(answered(503), before, drawn)
      const minutes = nextAttemptAt === null ? 0 : Duration.toMillis(DateTime.distance(at, nextAttemptAt)) / 60_000
      return minutes >= 2 ** before && minutes <= 1.2 * 2 ** before
    }
  )

  it("2. 12 retries, at least 68 hours in all", () => {
    const ends = Array.from({ length: 13 }, (_, before) => siem(answered(503), before))
    assert.strictEqual(ends.filter(({ status }) => status === "failed").length, 12)
    assert.strictEqual(ends[12]?.status, "dead")
    const hours = siemDeliveries.backoff.reduce<number>(
      (sum, wait) => sum + Duration.toHours(Duration.fromInputUnsafe(wait)),
      0
    )
    assert.isAtLeast(hours, 68)
  })
})
