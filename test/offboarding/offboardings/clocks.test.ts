import { assert, describe, it, layer } from "#test/support/suite"
import { DateTime, Result, Schema } from "effect"
import { employmentEndsAt, endOfDay } from "#records/case-clocks"
import { admitClocks, cutsOff } from "#offboarding/offboardings/clocks"
import { aConnection, leaver } from "#test/support/cases"
import { withKey } from "#test/support/requests"
import { inTables } from "#test/support/tables"
import { aCase, anIntegrator, type Integrator, OffboardingsSurface, scheduledRevocation } from "./support.ts"

const days = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20_000 }))
const weeks = Schema.Int.check(Schema.isBetween({ minimum: -200, maximum: 200 }))
const offsets = Schema.Int.check(Schema.isBetween({ minimum: -7_200_000, maximum: 7_200_000 }))
const zones = Schema.Literals(["UTC", "Europe/Berlin", "America/Havana", "Africa/Cairo", "Australia/Lord_Howe"])
const dayOf = (day: number) =>
  DateTime.formatIsoDateUtc(DateTime.add(DateTime.makeUnsafe("2000-01-01T00:00:00Z"), { days: day }))

const refusal = (result: ReturnType<typeof admitClocks>) => (Result.isFailure(result) ? result.failure._tag : null)

describe("the clocks of a case", () => {
  it.prop("employment ends on the last working day or later", [days, weeks, zones], ([day, more, zone]) => {
    const given = { exit_date: dayOf(day), employment_ends_on: dayOf(day + more), access_ends_at: null }
    return refusal(admitClocks(given, zone)) === (more < 0 ? "EmploymentEndsBeforeExit" : null)
  })

  it.prop(
    "access ends with the day on which employment does, to the millisecond, or earlier, also in a night in which clocks move",
    [days, Schema.NullOr(days), offsets, zones],
    ([day, garden, offset, zone]) => {
      const [exit_date, employment_ends_on] = [dayOf(day), garden === null ? null : dayOf(day + garden)]
      const end = employmentEndsAt({ exitDate: exit_date, employmentEndsOn: employment_ends_on, timezone: zone })
      const at = (milliseconds: number) =>
        refusal(
          admitClocks({ exit_date, employment_ends_on, access_ends_at: DateTime.add(end, { milliseconds }) }, zone)
        )
      return (
        at(0) === null &&
        at(1) === "AccessEndsAfterEmployment" &&
        at(offset) === (offset > 0 ? "AccessEndsAfterEmployment" : null)
      )
    }
  )

  it.prop("a moment cuts off when it is sooner than the end of today in the zone", [days, offsets, zones], (given) => {
    const [day, milliseconds, zone] = given
    const at = DateTime.add(endOfDay(dayOf(day), zone), { milliseconds })
    return cutsOff(at, dayOf(day), zone) === milliseconds < 0
  })

  it("the end of the last day cuts nothing off", () => {
    assert.isFalse(cutsOff(null, "2026-03-02", "UTC"))
  })
})

const path = "/api/v1/offboardings"
const create = (from: Integrator, more: { readonly [field: string]: unknown }) =>
  withKey(from.key).post(path, leaver({ apps_to_revoke: ["github"], ...more }))

layer(OffboardingsSurface)("POST /api/v1/offboardings", (it) => {
  // cases-27: A case can name when access ends and when employment does; by default both end with the last working day.
  it.status(
    201,
    "access_ends_at is when access is revoked, before or after the last day, past or to come",
    function* () {
      const from = yield* anIntegrator({ timezone: "Europe/Berlin" })
      yield* aConnection(from.orgId, "github")
      for (const [more, expected] of [
        [{ access_ends_at: "2026-03-20T12:00:00Z" }, "2026-03-20T12:00:00.000Z"],
        [{ access_ends_at: "2026-03-20T14:30:00.1239+02:30" }, "2026-03-20T12:00:00.123Z"],
        [{ access_ends_at: "2026-03-31T22:00:00Z" }, "2026-03-31T22:00:00.000Z"],
        [{ access_ends_at: "2026-04-14T09:00:00Z", employment_ends_on: "2026-04-30" }, "2026-04-14T09:00:00.000Z"],
        [{ access_ends_at: "2026-02-01T09:00:00Z" }, "2026-02-01T09:00:00.000Z"],
        [{ employment_ends_on: "2026-04-30" }, "2026-03-31T22:00:00.000Z"],
        [{ employment_ends_on: "2026-03-31" }, "2026-03-31T22:00:00.000Z"],
        [{ access_ends_at: null, employment_ends_on: null }, "2026-03-31T22:00:00.000Z"],
        [{ exit_date: "2026-02-01", employment_ends_on: "2026-02-15" }, "2026-02-01T23:00:00.000Z"],
        [
          { exit_date: "9999-12-31", timezone: "UTC", access_ends_at: "9999-12-31T23:59:59.999Z" },
          "9999-12-31T23:59:59.999Z"
        ]
      ] as const) {
        const { body, status, text } = yield* create(from, more)
        assert.strictEqual(status, 201, `${JSON.stringify(more)}: ${text}`)
        assert.include(body, { revoke_at: expected }, JSON.stringify(more))
        assert.strictEqual(yield* scheduledRevocation(from.orgId, Object(body).id), expected)
        // The answer is the documented one.
        assert.doesNotHaveAnyKeys(body, ["access_ends_at", "employment_ends_on"])
      }
    }
  )

  it.status(
    201,
    "revoke_at stays null without apps, or with automatic revocation off, whatever access_ends_at says",
    function* () {
      const from = yield* anIntegrator()
      yield* aConnection(from.orgId, "github")
      const more = { access_ends_at: "2026-03-20T12:00:00Z" }
      assert.include((yield* create(from, { ...more, apps_to_revoke: [] })).body, { revoke_at: null })
      yield* inTables(
        from.orgId,
        (sql) => sql`UPDATE organisations SET auto_revoke_at_exit = false WHERE id = ${from.orgId}`
      )
      assert.include((yield* create(from, more)).body, { revoke_at: null })
    }
  )

  // cases-28: Employment does not end before the last working day, nor access after employment: 400 with a sentence at
  //   the field, of a create and of an edit of any of them.
  it.status(400, "clocks that do not go together, each with a sentence at the field", function* () {
    const from = yield* anIntegrator({ timezone: "Europe/Berlin" })
    yield* aConnection(from.orgId, "github")
    for (const [more, sentence] of [
      [
        { employment_ends_on: "2026-03-30" },
        "employment_ends_on: 2026-03-30 is before the last working day, 2026-03-31."
      ],
      [
        { access_ends_at: "2026-03-31T22:00:00.001Z" },
        "access_ends_at: employment ends on 2026-03-31 in Europe/Berlin"
      ],
      // In the case's own zone that day is over.
      [
        { access_ends_at: "2026-03-31T15:00:01Z", timezone: "Asia/Tokyo" },
        "access_ends_at: employment ends on 2026-03-31 in Asia/Tokyo"
      ],
      [
        { access_ends_at: "2026-05-01T00:00:00Z", employment_ends_on: "2026-04-30" },
        "at 2026-04-30T22:00:00.000Z. Send an earlier moment"
      ],
      [
        { exit_date: "9999-12-31", access_ends_at: "9999-12-31T23:59:59-12:00" },
        "access_ends_at: employment ends on 9999-12-31"
      ]
    ] as const) {
      const { body, status } = yield* create(from, more)
      assert.strictEqual(status, 400, JSON.stringify(more))
      assert.include(Object(body).error, sentence)
    }
    for (const access_ends_at of ["", "2026-03-20", "2026-03-20T12:00:00", "2026-02-30T12:00:00Z", "now", 0, {}]) {
      const { body, status } = yield* create(from, { access_ends_at })
      assert.strictEqual(status, 400, JSON.stringify(access_ends_at))
      assert.match(Object(body).error, /^access_ends_at: /)
    }
    for (const employment_ends_on of ["", "2026-02-30", "2026-04-30T12:00:00Z", 20260430]) {
      const { body, status } = yield* create(from, { employment_ends_on })
      assert.strictEqual(status, 400, JSON.stringify(employment_ends_on))
      assert.match(Object(body).error, /^employment_ends_on: /)
    }
    assert.deepStrictEqual(
      yield* inTables(from.orgId, (sql) => sql`SELECT id FROM offboardings WHERE org_id = ${from.orgId}`),
      []
    )
    yield* aCase(from)
  })
})
