import { assert, layer } from "#test/support/suite"
import { DateTime, Effect, Schema } from "effect"
import { Revocations } from "#access-removal/revocations/service"
import { inTables } from "#test/support/tables"
import { withKey, withStatus } from "#test/support/requests"
import { eventsOf } from "#test/support/log"
import { aConnection, leaver } from "#test/support/cases"
import { aCase, aColleague, anIntegrator, OffboardingsSurface, patch, scheduledRevocation } from "./support.ts"

const path = "/api/v1/offboardings"

const RevokeAt = Schema.Struct({ revoke_at: Schema.NullOr(Schema.String) })

layer(OffboardingsSurface)("POST /api/v1/offboardings", (it) => {
  // cases-31: Where clocks skip midnight the last day ends when they do; where they repeat it, at the first one.
  it.status(
    201,
    "revoke_at is the end of the last day in the case's zone, whatever its clocks do that night",
    function* () {
      const from = yield* anIntegrator({ timezone: "Europe/Berlin" })
      yield* aConnection(from.orgId, "github")
      const nights = [
        // 24 hours, and the days of 23 and 25 hours.
        ["2026-03-27", undefined, "2026-03-27T23:00:00.000Z"],
        ["2026-03-29", undefined, "2026-03-29T22:00:00.000Z"],
        ["2026-10-25", undefined, "2026-10-25T23:00:00.000Z"],
        ["2026-03-08", "America/New_York", "2026-03-09T04:00:00.000Z"],
        ["2026-11-01", "America/New_York", "2026-11-02T05:00:00.000Z"],
        // Clocks that change at midnight: it is skipped, or comes twice.
        ["2026-04-23", "Africa/Cairo", "2026-04-23T22:00:00.000Z"],
        ["2026-10-29", "Africa/Cairo", "2026-10-29T22:00:00.000Z"],
        ["2024-10-05", "America/Asuncion", "2024-10-06T04:00:00.000Z"],
        ["2026-03-28", "Asia/Beirut", "2026-03-28T22:00:00.000Z"],
        ["2026-10-31", "America/Havana", "2026-11-01T04:00:00.000Z"],
        // The first and the last zones to end a day.
        ["2026-12-31", "Pacific/Kiritimati", "2026-12-31T10:00:00.000Z"],
        ["2026-12-31", "Pacific/Apia", "2026-12-31T11:00:00.000Z"],
        ["2026-12-31", "Pacific/Niue", "2027-01-01T11:00:00.000Z"],
        ["2026-03-02", "Asia/Kathmandu", "2026-03-02T18:15:00.000Z"],
        ["2028-02-29", "UTC", "2028-03-01T00:00:00.000Z"]
      ] as const
      for (const [exit_date, timezone, expected] of nights) {
        const body = leaver({ exit_date, apps_to_revoke: ["github"], ...(timezone === undefined ? {} : { timezone }) })
        const answer = yield* withStatus(201, withKey(from.key).post(path, body))
        assert.include(answer.body, { exit_date, revoke_at: expected }, `${exit_date} in ${timezone}`)
      }
    }
  )

  // cases-8: The zone is the case's, else the organisation's; access goes at the end of the last day there.
  // cases-30: The last day ends in the offboarding's time zone, else in the person's, else in the organization's.
  it.status(201, "the zone is the case's, else the person's in the directory, else the organisation's", function* () {
    const from = yield* anIntegrator({ timezone: "America/New_York" })
    yield* aConnection(from.orgId, "github")
    yield* aColleague(from, "one@acme.test", { timezone: "Asia/Tokyo" })
    yield* aColleague(from, "two@acme.test", { timezone: "Asia/Tokyo" })
    const revokeAt = (more: { readonly [field: string]: unknown }) =>
      Effect.map(
        aCase(from, { apps_to_revoke: ["github"], ...more }),
        ({ revoke_at }) => revoke_at && DateTime.formatIso(revoke_at)
      )
    assert.strictEqual(
      yield* revokeAt({ employee_email: "one@acme.test", timezone: "UTC" }),
      "2026-04-01T00:00:00.000Z"
    )
    assert.strictEqual(yield* revokeAt({ employee_email: "two@acme.test" }), "2026-03-31T15:00:00.000Z")
    assert.strictEqual(yield* revokeAt({ employee_email: "three@acme.test" }), "2026-04-01T04:00:00.000Z")
  })

  // cases-32: For a last day in the past `revoke_at` is the end of that day, and access is revoked immediately.
  it.status(201, "a last day that has passed: revoke_at is its end, and access is revoked at once", function* () {
    const from = yield* anIntegrator()
    const revocations = yield* Revocations
    yield* aConnection(from.orgId, "github")
    const today = yield* aCase(from, { exit_date: "2026-03-02", apps_to_revoke: ["github"] })
    const past = yield* aCase(from, { exit_date: "2026-02-27", apps_to_revoke: ["github"] })
    assert.strictEqual(past.revoke_at && DateTime.formatIso(past.revoke_at), "2026-02-28T00:00:00.000Z")
    assert.strictEqual(yield* revocations.queueDue(from.orgId), 1)
    assert.isUndefined(yield* scheduledRevocation(from.orgId, past.id))
    assert.isDefined(yield* scheduledRevocation(from.orgId, today.id))
    assert.lengthOf(yield* eventsOf(from.orgId, { offboardingId: past.id }), 1)
  })

  it.status(201, "the first and the last day that the calendar takes, with apps and in any zone", function* () {
    let from = yield* anIntegrator()
    for (const exit_date of ["1900-01-01", "1999-12-31", "9999-12-30", "9999-12-31"]) {
      // Only five offboardings a day of past days revoke access immediately.
      from = yield* anIntegrator()
      yield* aConnection(from.orgId, "github")
      for (const timezone of ["UTC", "Pacific/Kiritimati", "Pacific/Niue", "Europe/Amsterdam"]) {
        const body = leaver({ exit_date, timezone, apps_to_revoke: ["github"] })
        const created = yield* withKey(from.key).post(path, body)
        assert.strictEqual(created.status, 201, `${exit_date} in ${timezone}: ${JSON.stringify(created.body)}`)
        assert.include(created.body, { exit_date })
        const { revoke_at } = yield* Schema.decodeUnknownEffect(RevokeAt)(created.body)
        assert.match(revoke_at ?? "", /^\d{4}-\d\d-\d\dT[\d:.]+Z$/, `${exit_date} in ${timezone}`)
      }
    }
    for (const exit_date of ["1899-12-31", "0000-01-01", "10000-01-01", "2026-02-29", "2026-13-01", "2026-00-10", ""])
      assert.strictEqual((yield* withKey(from.key).post(path, leaver({ exit_date }))).status, 400, exit_date)
  })

  it.status(
    201,
    "with the organisation's automatic revocation off nothing is scheduled, yet the apps are selected",
    function* () {
      const from = yield* anIntegrator()
      yield* aConnection(from.orgId, "github")
      yield* inTables(
        from.orgId,
        (sql) => sql`UPDATE organisations SET auto_revoke_at_exit = false WHERE id = ${from.orgId}`
      )
      const created = yield* aCase(from, { apps_to_revoke: ["github"] })
      assert.isNull(created.revoke_at)
      assert.isUndefined(yield* scheduledRevocation(from.orgId, created.id))
      const gate = yield* patch(from, created.id, { status: "asset_recovery" })
      assert.deepInclude(gate.body, { missing: [{ kind: "app", name: "github" }] })
    }
  )
})
