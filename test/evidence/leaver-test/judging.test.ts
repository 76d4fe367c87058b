import { assert, describe, it } from "@effect/vitest"
import { PersonKeyId } from "@svc/contract/kernel/ids"
import { Schema } from "effect"
import { upperBound } from "#evidence/leaver-test/bound"
import type { AppFacts, LeaverFacts } from "#evidence/leaver-test/facts"
import { makeJudge } from "#evidence/leaver-test/judging"
import { appsOf, type AppRow } from "#evidence/leaver-test/rows"
import { percentilesOf } from "@svc/contract/kernel/survival"
import { app, at, hour, leaver, parameters, start } from "./leavers.ts"

const judged = (facts: Partial<AppFacts>, asOf = start + 1000 * hour, more: Partial<LeaverFacts> = {}) =>
  makeJudge(parameters, asOf)({ ...leaver, ...more, apps: [{ ...app, ...facts }] })

describe("what is in time", () => {
  it("is removed to the millisecond of what is allowed, and early is in time", () => {
    for (const [after, result] of [
      [-hour, "in_time"],
      [24 * hour, "in_time"],
      [24 * hour + 1, "late"]
    ] as const) {
      const found = judged({ evidence: "read_back", removedAt: start + after })
      assert.strictEqual(found.result, result, String(after))
    }
  })

  // leaver-test-9
  it.prop(
    "what was never observed is never in time nor late",
    [Schema.Int.check(Schema.isBetween({ minimum: -1000, maximum: 1000 }))],
    ([hours]) => {
      const { result } = judged({}, start + hours * hour)
      assert.strictEqual(result, hours <= 24 ? "not_due" : "open")
    }
  )

  // leaver-test-19: A reactivated account is open, even if its residual access was accepted.
  it("what is active again is open, however early it was removed, and also when that is accepted", () => {
    for (const residual of ["open", "accepted"] as const) {
      const found = judged({ evidence: "read_back", removedAt: start, residual })
      assert.deepStrictEqual([found.result, found.cause], ["open", "residual"])
    }
  })
})

describe("the word of an app", () => {
  const moment = (hours: number) => new Date(start + hours * hour)
  /** Said to be removed after an hour, and read back as active by the same run. */
  const contradicted: AppRow = {
    offboarding_id: leaver.leaverId,
    service_name: "okta",
    outcome: "revoked",
    verified: false,
    revoked_at: moment(1),
    removal_confirmed_at: null,
    attempts: 1,
    requested_at: moment(0),
    acted_at: moment(1),
    contradicted: true,
    revoked_first_at: null,
    revoked_run: "run",
    read_back_at: null,
    read_back_run: null,
    vendor_failed: false,
    not_connected: false,
    found_at: moment(1),
    resolved_at: null,
    resolution: null,
    accepted: null,
    accepted_by_id: null,
    accepted_by: null,
    sealed_account: null,
    person_key_id: PersonKeyId.make("7b0e9c52-6a54-4f0e-9d0f-6b8f4d6c1a2e"),
    wrapped_key: null
  }
  const resultOf = (row: Partial<AppRow>) => {
    const [facts] = appsOf([{ ...contradicted, ...row }], [])
    const { cause, result } = judged(facts ?? {})
    return [facts?.evidence, facts?.removedAt, result, cause]
  }

  // leaver-test-9
  it("is none where its own run read the account back as active: open, never in time", () => {
    assert.deepStrictEqual(resultOf({}), ["not_observed", null, "open", "residual"])
  })

  it("holds from the end of that finding, or from a later word that was not contradicted", () => {
    for (const [row, evidence, hours, result] of [
      [{ resolution: "gone", resolved_at: moment(30) }, "vendor_answer", 30, "late"],
      [{ resolution: "removed", resolved_at: moment(30) }, "confirmed_by_hand", 30, "late"],
      [{ resolution: "gone", resolved_at: moment(30), revoked_first_at: moment(20) }, "vendor_answer", 20, "in_time"],
      [
        { resolution: "revoked", resolved_at: moment(30), verified: true, read_back_at: moment(29) },
        "read_back",
        29,
        "late"
      ]
    ] as const) {
      assert.deepStrictEqual(resultOf(row).slice(0, 3), [evidence, start + hours * hour, result])
    }
  })

  it("holds from when it was given where nothing contradicted it", () => {
    const row = { contradicted: false, revoked_first_at: moment(1), found_at: null }
    assert.deepStrictEqual(resultOf(row).slice(0, 3), ["vendor_answer", start + hour, "in_time"])
  })
})

describe("the cause", () => {
  const late = { evidence: "read_back", removedAt: start + 40 * hour } as const
  const causes = [
    ["told_late", late, { firstKnownAt: start + 20 * hour }],
    ["vendor_failed", { ...late, vendorFailed: true, notConnected: true }, {}],
    ["not_connected", { ...late, notConnected: true, byHand: true }, {}],
    ["by_hand", { ...late, byHand: true }, {}],
    ["not_started", late, {}],
    // Told late, but not so late that it could not have been in time.
    ["not_started", late, { firstKnownAt: start + hour }]
  ] as const
  for (const [cause, facts, more] of causes) {
    it(`${cause}: ${JSON.stringify(more)}`, () => {
      assert.strictEqual(judged(facts, start + 1000 * hour, more).cause, cause)
    })
  }
})

describe("the clock", () => {
  // leaver-test-18: The clock follows the time zone of the offboarding.
  it("follows the zone of the case over a change of its clocks", () => {
    const judge = makeJudge(parameters, start)
    const berlin = judge({ ...leaver, zone: "Europe/Berlin", lastWorkingDay: "2026-03-29" })
    assert.strictEqual(berlin.startedAt, at("2026-03-29T22:00:00Z"))
    const before = judge({ ...leaver, zone: "Europe/Berlin", lastWorkingDay: "2026-03-28" })
    assert.strictEqual(before.startedAt, at("2026-03-28T23:00:00Z"))
  })
})

describe("the exact bound", () => {
  it("is what the tables say", () => {
    // One-sided 95 %: none of 25 is 11.3 %, the rule of three; the others by the beta distribution's quantile.
    assert.strictEqual(upperBound(0, 25), 0.112929)
    assert.strictEqual(upperBound(0, 500), 0.005974)
    assert.strictEqual(upperBound(25, 25), 1)
    assert.strictEqual(upperBound(0, 0), null)
  })

  it.prop(
    "is above the rate, and falls with what is tested",
    [
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 400 })),
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000 }))
    ],
    ([tested, any]) => {
      const exceptions = any % tested
      const bound = upperBound(exceptions, tested) ?? 0
      assert.isAbove(bound, exceptions / tested)
      assert.isBelow(upperBound(exceptions, tested + 1) ?? 1, bound + 1e-9)
    }
  )
})

describe("the percentiles", () => {
  it("are those of a plain list when all is removed, and none where too much is open", () => {
    const hours = [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]
    assert.deepStrictEqual(percentilesOf(hours.map((one) => ({ hours: one, removed: true }))), {
      median_hours: 5,
      p90_hours: 9,
      p95_hours: 10
    })
    assert.deepStrictEqual(percentilesOf(hours.map((one) => ({ hours: one, removed: one < 400 }))), {
      median_hours: null,
      p90_hours: null,
      p95_hours: null
    })
  })
})
