import { assert, describe, it } from "@effect/vitest"
import { CutCause } from "@svc/contract/time-to-cut/schema"
import { Schema } from "effect"
import { causesOf, type CutApp, cutOf, figuresOf, removedAt, standingOf, worstFirst } from "#reports/time-to-cut/rules"

const hour = 3_600_000
const end = Date.UTC(2026, 2, 2)

const Moment = Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: end - 90 * hour, maximum: end + 90 * hour })))

/** An app as the database can hold it: what was read back was revoked first, or with it. */
const App = Schema.Struct({
  outcome: Schema.NullOr(Schema.Literals(["revoked", "failed", "manual_required", "skipped", "stopped"])),
  verified: Schema.Boolean,
  at: Schema.Int.check(Schema.isBetween({ minimum: end - 90 * hour, maximum: end + 90 * hour })),
  readBackAfter: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10 * hour })),
  confirmedAt: Moment,
  hasFailed: Schema.Boolean,
  wasByHand: Schema.Boolean,
  isConnected: Schema.Boolean,
  cameBack: Schema.Boolean
})

const appOf = ({ at, readBackAfter, ...app }: typeof App.Type, place: number): CutApp => ({
  ...app,
  service: `app ${place}`,
  revokedAt: app.outcome === "revoked" ? at : null,
  readBackAt: app.outcome === "revoked" && app.verified ? at + readBackAfter : null
})

const Apps = Schema.NonEmptyArray(App).check(Schema.isMaxLength(4))
const Now = Schema.Int.check(Schema.isBetween({ minimum: end, maximum: end + 200 * hour }))
const Created = Schema.Int.check(Schema.isBetween({ minimum: end - 90 * hour, maximum: end + 60 * hour }))

const removed: CutApp = {
  service: "okta",
  outcome: "revoked",
  verified: true,
  revokedAt: end + hour,
  readBackAt: end + hour,
  confirmedAt: null,
  hasFailed: false,
  wasByHand: false,
  isConnected: true,
  cameBack: false
}
const notRemoved: CutApp = { ...removed, outcome: null, verified: false, revokedAt: null, readBackAt: null }

const cut = (apps: ReadonlyArray<CutApp>, more: { readonly now?: number; readonly createdAt?: number } = {}) =>
  cutOf({ endedAt: end, createdAt: more.createdAt ?? end - hour, apps }, "read_back", more.now ?? end + 100 * hour)

describe("time to cut", () => {
  it.prop("what was read back is removed by any evidence, and not later", [App], ([given]) => {
    const app = appOf(given, 0)
    const [readBack, any] = [removedAt(app, "read_back"), removedAt(app, "any")]
    if (readBack !== null) {
      assert.isNotNull(any)
      assert.isAtMost(any, readBack)
    }
  })

  // time-to-cut-2: An app's word and that of a person are told apart from what was read back, and never count as it;
  //   what came back is not removed.
  it.prop("an acknowledgement and the word of a person are never a reading back", [App], ([given]) => {
    const app = appOf({ ...given, verified: false }, 0)
    assert.isNull(removedAt(app, "read_back"))
    assert.notStrictEqual(standingOf(app), "read_back")
  })

  it.prop("what came back is not removed by any evidence", [App], ([given]) => {
    assert.isNull(removedAt(appOf({ ...given, cameBack: true }, 0), "any"))
  })

  // time-to-cut-6: An offboarding counts as revoked with its last app.
  it.prop(
    "a case is cut with its last app; one app more never makes it sooner",
    [Apps, App, Now],
    ([given, more, now]) => {
      const apps = given.map(appOf)
      const one = { endedAt: end, createdAt: end - hour, apps }
      const before = cutOf(one, "any", now)
      const after = cutOf({ ...one, apps: [...apps, appOf(more, 9)] }, "any", now)
      if (after.at !== null) {
        assert.isNotNull(before.at)
        assert.isAtLeast(after.at, before.at)
      }
      assert.strictEqual(
        before.at === null,
        apps.some((app) => removedAt(app, "any") === null)
      )
    }
  )

  it.prop(
    "hours are never below 0, and a late case, and no other, has a cause and an app",
    [Apps, Created, Now],
    ([given, createdAt, now]) => {
      for (const evidence of ["read_back", "any"] as const) {
        const { app, at, cause, hours, isLate } = cutOf(
          { endedAt: end, createdAt, apps: given.map(appOf) },
          evidence,
          now
        )
        assert.isAtLeast(hours, 0)
        assert.strictEqual(isLate, (at ?? now) - end > 24 * hour)
        assert.deepStrictEqual([cause !== null, app !== null], [isLate, isLate])
        if (at !== null && at <= end) assert.strictEqual(hours, 0)
      }
    }
  )

  // time-to-cut-3: Percentiles, shares and the curve are of the same cases.
  it.prop(
    "figures: parts add up, percentiles and the curve follow each other, by any evidence at least as many",
    [Schema.Array(Apps).check(Schema.isMaxLength(12)), Now],
    ([cases, now]) => {
      const judged = (evidence: "read_back" | "any") =>
        cases.map((apps) => ({
          endedAt: end,
          cut: cutOf({ endedAt: end, createdAt: end - hour, apps: apps.map(appOf) }, evidence, now)
        }))
      const [readBack, any] = [figuresOf(judged("read_back"), now), figuresOf(judged("any"), now)]
      assert.isAtLeast(any.cut, readBack.cut)
      for (const figures of [readBack, any]) {
        assert.strictEqual(figures.cut + figures.open, cases.length)
        assert.isAtMost(figures.before_end, figures.cut)
        assert.isAtMost(figures.within_1_hour.cut, figures.within_1_hour.of)
        const known = [figures.median_hours, figures.p90_hours, figures.p99_hours].map((hours) => hours ?? Infinity)
        assert.deepStrictEqual(
          known,
          known.toSorted((a, b) => a - b)
        )
        const left = figures.curve.map(({ remaining }) => remaining)
        assert.deepStrictEqual(
          left,
          left.toSorted((a, b) => b - a)
        )
      }
      const causes = causesOf(judged("any").map((one) => one.cut))
      const late = judged("any").filter((one) => one.cut.isLate)
      assert.strictEqual(
        causes.reduce((sum, one) => sum + one.late + one.open, 0),
        late.length
      )
      const sorted = worstFirst(late).map((one) => one.cut.at === null)
      assert.deepStrictEqual(
        sorted,
        sorted.toSorted((a, b) => Number(b) - Number(a)),
        "open ones before the others"
      )
    }
  )

  // time-to-cut-4: Each late case is told with the app that decides and one cause.
  it("each cause is of what decides", () => {
    const late = { revokedAt: end + 50 * hour, readBackAt: end + 50 * hour }
    const causes: Readonly<Record<CutCause, string | null>> = {
      came_back: cut([
        { ...removed, cameBack: true },
        { ...notRemoved, outcome: "failed" }
      ]).cause,
      failed: cut([{ ...notRemoved, outcome: "stopped" }, notRemoved]).cause,
      not_connected: cut([{ ...notRemoved, outcome: "manual_required", isConnected: false }]).cause,
      by_hand: cut([{ ...notRemoved, outcome: "manual_required" }]).cause,
      unknown_there: cut([{ ...notRemoved, outcome: "skipped" }]).cause,
      not_started: cut([notRemoved]).cause,
      acknowledged: cut([{ ...removed, verified: false }]).cause,
      confirmed_by_hand: cut([{ ...notRemoved, confirmedAt: end }]).cause,
      told_late: cut([{ ...removed, ...late }], { createdAt: end + 40 * hour }).cause,
      slow: cut([{ ...removed, ...late }]).cause
    }
    assert.deepStrictEqual(Object.values(causes), Object.keys(causes), "as they are named")
    assert.sameMembers(Object.keys(causes), [...CutCause.literals])
    assert.strictEqual(cut([{ ...removed, ...late, hasFailed: true }]).cause, "failed", "before it was removed")
    assert.strictEqual(cut([{ ...removed, ...late, wasByHand: true }]).cause, "by_hand", "before it was removed")
    assert.isNull(cut([notRemoved], { now: end + 24 * hour }).cause, "not yet late")
  })
})
