import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { failed, internalFailure, manualRequired, refused, unanswered } from "#connections/vendors/protocol/outcome"
import { afterRun, dueTogether, maxRetries } from "#access-removal/revocations/retries-rules"
import { unfinished } from "#access-removal/revocations/rules"

const now = DateTime.makeUnsafe("2026-03-02T00:00:00Z")
const minutesUntil = (at: DateTime.Utc) => (at.epochMilliseconds - now.epochMilliseconds) / 60_000

describe("the retries of a failed app", () => {
  // revocation-22: An app that failed in a way that passes is tried again after 1, 5, 30 minutes, 2, 6, 12 and 24
  //   hours, as a run of its own, until it is done, a person sees to it or it is given up.
  it("come after 1, 5, 30 minutes, 2, 6, 12, 24 hours, then no more", () => {
    const waits = Array.from({ length: maxRetries }, (_, retry) => {
      const then = afterRun({ outcome: "failed", transient: true }, retry, now)
      return then._tag === "Again" ? minutesUntil(then.at) : then._tag
    })
    assert.deepStrictEqual(waits, [1, 5, 30, 120, 360, 720, 1440])
    assert.strictEqual(afterRun({ outcome: "failed", transient: true }, maxRetries, now)._tag, "GivenUp")
  })

  it("are for what was stopped as well, never for what was done or needs a person", () => {
    assert.strictEqual(afterRun({ outcome: "stopped", transient: true }, 0, now)._tag, "Again")
    for (const outcome of ["revoked", "skipped"] as const) {
      assert.strictEqual(afterRun({ outcome, transient: false }, 3, now)._tag, "Over")
    }
    for (const outcome of ["failed", "manual_required"] as const) {
      assert.strictEqual(afterRun({ outcome, transient: false }, 0, now)._tag, "Over", "was never retried")
      assert.strictEqual(afterRun({ outcome, transient: false }, 2, now)._tag, "GivenUp", "was")
    }
  })

  // revocation-37
  it("go together as far as equally many were made, the longest due first", () => {
    const app = (name: string, attempts: number, minute: number) => ({
      name,
      attempts,
      next_attempt_at: DateTime.add(now, { minutes: minute })
    })
    const due = dueTogether([app("b", 2, 5), app("a", 0, 3), app("c", 0, 9)])
    assert.deepStrictEqual(
      due.map(({ name }) => name),
      ["a", "c"]
    )
    assert.lengthOf(dueTogether([]), 0)
  })
})

describe("whether a failure passes", () => {
  it.each([500, 502, 503, 504, 408, 409, 412, 429])("%i does", (status) => {
    assert.isTrue(refused(status).transient)
  })
  // revocation-39
  it.each([400, 401, 403, 404, 405, 410, 422])("%i does not: it needs a person", (status) => {
    assert.isUndefined(refused(status).transient)
  })
  it("no answer and a fault of our own do; a limit does, whatever its status", () => {
    assert.isTrue(unanswered("The app did not answer in time").transient)
    assert.isTrue(internalFailure.transient)
    assert.isTrue(refused(403, "userRateLimitExceeded").transient)
    assert.isTrue(refused(403, "rate limit").transient)
  })
  it("what cannot be read and what is for a hand do not", () => {
    assert.isUndefined(failed("The app answered with something that is not SCIM").transient)
    assert.isUndefined(manualRequired("This app is no longer connected").transient)
  })
  it("what the time limit left does, what a cancellation left does not", () => {
    for (const begun of [true, false]) {
      assert.isTrue(unfinished("Notion", begun, "time limit").transient)
      assert.isFalse(unfinished("Notion", begun, "cancelled").transient)
    }
  })
})
