import { assert, layer } from "#test/support/suite"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Revocations } from "#access-removal/revocations/service"
import { scheduledRevocation } from "#test/offboarding/offboardings/support"
import { TestApp } from "#test/support/TestApp"
import { aMember, aSuperAdmin, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { aConnection, leaver } from "#test/support/cases"
import { aCase, caseIn, expect, listed, path } from "./support.ts"

const apps = { apps_to_revoke: ["github"] }
const patch = (who: Member, id: string, body: unknown) => as(who).patch(`${path}/${id}`, body)
const edited = (who: Member, id: string, body: unknown) => Effect.flatMap(expect(200, patch(who, id, body)), caseIn)

/** An admin of Berlin with an app to revoke. */
const anAdmin = Effect.gen(function* () {
  const admin = yield* aSuperAdmin({ timezone: "Europe/Berlin" })
  yield* aConnection(admin.orgId, "github")
  return admin
})

/** Its clocks, as the app shows them. */
const clocksOf = (shown: Effect.Success<ReturnType<typeof caseIn>>): Readonly<Record<string, string | null>> => ({
  exit_date: shown.exit_date,
  access_ends_at: shown.access_ends_at && DateTime.formatIso(shown.access_ends_at),
  employment_ends_on: shown.employment_ends_on,
  revoke_at: shown.revoke_at && DateTime.formatIso(shown.revoke_at)
})

const garden = {
  exit_date: "2026-03-31",
  access_ends_at: "2026-03-20T12:00:00.000Z",
  employment_ends_on: "2026-06-30"
} as const

layer(TestApp)("the ends of access and employment, in the app", (it) => {
  // cases-27
  it.status(201, "the form, several, a row of a file; a case shows them, in the list as well", function* () {
    const admin = yield* anAdmin
    const shown = { ...garden, revoke_at: garden.access_ends_at }
    const made = yield* aCase(admin, { ...garden, ...apps })
    assert.deepStrictEqual(clocksOf(made), shown)
    const bulk = yield* expect(201, as(admin).post(`${path}/bulk`, { employees: [leaver({ ...garden, ...apps })] }))
    assert.deepInclude(bulk.body, { created: 1, failed: 0 })
    const csv = [
      "employee_name,exit_date,access_ends_at,employment_ends_on,apps_to_revoke",
      "Ada,2026-03-31,2026-03-20T12:00:00Z,2026-06-30,github",
      "Bo,2026-03-31,,,github",
      "Cy,2026-03-31,,2026-03-30,",
      "Di,2026-03-31,2026-07-01T00:00:00Z,2026-06-30,",
      "Ed,2026-03-31,noon,,"
    ].join("\n")
    const { body } = yield* expect(200, as(admin).post(`${path}/import`, { csv }))
    const { errors } = Object(body)
    assert.deepStrictEqual(
      errors.map(({ field, line }: Record<string, unknown>) => [line, field]),
      [
        [4, "employment_ends_on"],
        [5, "access_ends_at"],
        [6, "access_ends_at"]
      ]
    )
    const { rows } = yield* listed(admin, "?sort=employee_name")
    const none = { access_ends_at: null, employment_ends_on: null, revoke_at: "2026-03-31T22:00:00.000Z" }
    assert.deepStrictEqual(rows.map(clocksOf), [shown, shown, shown, { exit_date: "2026-03-31", ...none }])
  })

  // cases-73: A copy does not take over the ends of access and employment.
  it.status(201, "a copy has the clocks of its own leaver", function* () {
    const admin = yield* anAdmin
    const { id } = yield* aCase(admin, { ...garden, ...apps })
    const copy = (more: object) =>
      Effect.flatMap(
        expect(201, as(admin).post(`${path}/${id}/clone`, { employee_name: "Bo", exit_date: "2026-04-30", ...more })),
        caseIn
      )
    const bare = { exit_date: "2026-04-30", access_ends_at: null, employment_ends_on: null }
    assert.deepStrictEqual(clocksOf(yield* copy({})), { ...bare, revoke_at: "2026-04-30T22:00:00.000Z" })
    const noon = "2026-04-30T12:00:00.000Z"
    assert.deepStrictEqual(clocksOf(yield* copy({ access_ends_at: noon })), {
      ...bare,
      access_ends_at: noon,
      revoke_at: noon
    })
  })

  it.status(
    200,
    "an edit moves the revocation to the end of access, null moves it back; both are audited",
    function* () {
      const admin = yield* anAdmin
      const { id } = yield* aCase(admin, apps)
      const due = scheduledRevocation(admin.orgId, id)
      yield* edited(admin, id, { access_ends_at: "2026-03-20T13:00:00+01:00", employment_ends_on: "2026-06-30" })
      assert.strictEqual(yield* due, "2026-03-20T12:00:00.000Z")
      // Later than the last day, for a hand-over.
      const later = yield* edited(admin, id, { access_ends_at: "2026-04-15T12:00:00Z" })
      assert.deepInclude(clocksOf(later), { employment_ends_on: "2026-06-30", revoke_at: "2026-04-15T12:00:00.000Z" })
      // The same moment again is no change.
      yield* edited(admin, id, { access_ends_at: "2026-04-15T14:00:00+02:00", employment_ends_on: "2026-06-30" })
      const back = yield* edited(admin, id, { access_ends_at: null, employment_ends_on: null })
      assert.deepStrictEqual(clocksOf(back), {
        exit_date: "2026-03-31",
        access_ends_at: null,
        employment_ends_on: null,
        revoke_at: "2026-03-31T22:00:00.000Z"
      })
      const entries = yield* entriesOf(admin.orgId, { offboardingId: id, action: "offboarding_updated" })
      assert.deepStrictEqual(entries.map(({ details }) => details).toSorted(), [
        "access_ends_at: 2026-03-20T12:00:00.000Z -> 2026-04-15T12:00:00.000Z",
        "access_ends_at: 2026-04-15T12:00:00.000Z -> none; employment_ends_on: 2026-06-30 -> none",
        "access_ends_at: none -> 2026-03-20T12:00:00.000Z; employment_ends_on: none -> 2026-06-30"
      ])
    }
  )

  // revocation-19
  it.status(200, "an end of access that was given stays when the last day, the zone or the apps change", function* () {
    const admin = yield* anAdmin
    yield* aConnection(admin.orgId, "slack")
    const { id } = yield* aCase(admin, { ...garden, ...apps })
    for (const change of [
      { exit_date: "2026-04-30" },
      { exit_date: "2026-03-25" },
      { timezone: "America/New_York" },
      { apps_to_revoke: ["slack"] },
      { employment_ends_on: null }
    ]) {
      yield* edited(admin, id, change)
      assert.strictEqual(yield* scheduledRevocation(admin.orgId, id), garden.access_ends_at, JSON.stringify(change))
    }
    yield* edited(admin, id, { access_ends_at: null })
    assert.strictEqual(yield* scheduledRevocation(admin.orgId, id), "2026-03-26T04:00:00.000Z")
  })

  // cases-28
  it.status(400, "an edit by which the clocks do not go together any more, whichever of them it moves", function* () {
    const admin = yield* anAdmin
    const { id } = yield* aCase(admin, {
      exit_date: "2026-03-31",
      access_ends_at: "2026-04-30T21:30:00Z",
      employment_ends_on: "2026-04-30",
      ...apps
    })
    const before = yield* expect(200, as(admin).get(`${path}/${id}`))
    for (const [change, field] of [
      [{ employment_ends_on: "2026-03-30" }, "employment_ends_on"],
      [{ exit_date: "2026-05-01" }, "employment_ends_on"],
      [{ employment_ends_on: null }, "access_ends_at"],
      [{ employment_ends_on: "2026-04-29" }, "access_ends_at"],
      [{ access_ends_at: "2026-04-30T22:00:00.001Z" }, "access_ends_at"],
      // There the day of employment's end is over by then.
      [{ timezone: "Asia/Tokyo" }, "access_ends_at"]
    ] as const) {
      const { body, status } = yield* patch(admin, id, change)
      assert.strictEqual(status, 400, JSON.stringify(change))
      assert.match(Object(body).error, new RegExp(`^${field}: `))
    }
    for (const change of [{ access_ends_at: "tonight" }, { access_ends_at: 5 }, { employment_ends_on: "soon" }]) {
      const { body } = yield* withStatus(400, patch(admin, id, change))
      assert.match(Object(body).error, new RegExp(`^${Object.keys(change)[0]}: `))
    }
    assert.deepStrictEqual((yield* as(admin).get(`${path}/${id}`)).body, before.body)
    // All of it moved together.
    yield* edited(admin, id, { exit_date: "2026-05-01", employment_ends_on: "2026-05-31", access_ends_at: null })
  })

  it.status(
    200,
    "an organisation's zone by which they do not go together moves nothing, and refuses no other edit",
    function* () {
      const admin = yield* anAdmin
      const { id } = yield* aCase(admin, { access_ends_at: "2026-03-31T22:00:00Z", ...apps })
      yield* expect(200, as(admin).patch("/api/organizations/me", { name: "Acme", timezone: "Asia/Tokyo" }))
      const after = yield* edited(admin, id, { employee_role: "Poet" })
      assert.deepInclude(clocksOf(after), { revoke_at: "2026-03-31T22:00:00.000Z" })
    }
  )

  // cases-29: To end access before the end of today, with apps, is for who may revoke: 403 `access_cut_off_permission`.
  it.status(
    403,
    "access_cut_off_permission: an end of access before that of today, with apps, by who may not revoke",
    function* () {
      const admin = yield* anAdmin
      const hr = yield* aMember(admin.orgId, "hr")
      const soon = { access_ends_at: "2026-03-02T22:59:59Z" }
      const tonight = { access_ends_at: "2026-03-02T23:00:00Z" }
      for (const request of [as(hr).post(path, leaver({ ...soon, ...apps }))]) {
        const { body } = yield* withStatus(403, request)
        assert.deepInclude(body, { code: "access_cut_off_permission" })
      }
      yield* aCase(hr, { ...tonight, ...apps })
      // Without apps nothing is cut off.
      const bare = yield* aCase(hr, soon)
      assert.deepInclude((yield* patch(hr, bare.id, apps)).body, { code: "access_cut_off_permission" })

      const { id } = yield* aCase(hr, apps)
      const refused = yield* withStatus(403, patch(hr, id, soon))
      assert.deepInclude(refused.body, { code: "access_cut_off_permission" })
      yield* edited(hr, id, tonight)
      yield* edited(admin, id, soon)
      // What ends already is no reason to refuse what does not touch it.
      yield* edited(hr, id, { exit_date: "2026-04-15", employment_ends_on: "2026-05-15" })
      // A last day that is past asks for the permission as ever.
      yield* withStatus(400, as(hr).post(path, leaver({ ...tonight, ...apps, exit_date: "2026-03-01" })))
      const kept = { exit_date: "2026-03-01", employment_ends_on: "2026-03-31" }
      assert.deepInclude((yield* as(hr).post(path, leaver({ ...tonight, ...apps, ...kept }))).body, {
        code: "past_exit_date_permission"
      })
      yield* aCase(admin, { ...tonight, ...apps, ...kept })
    }
  )

  // revocation-19: Where the case names the moment at which access ends, it is revoked then, and neither the last day
  //   nor a zone moves that.
  it.effect("access is revoked at its end and not before, and the log says of which moment", function* () {
    const admin = yield* anAdmin
    const revocations = yield* Revocations
    const { id } = yield* aCase(admin, { exit_date: "2026-03-31", access_ends_at: "2026-03-20T12:00:00Z", ...apps })
    const due = revocations.queueDue(admin.orgId)
    yield* TestClock.setTime(Date.parse("2026-03-20T11:59:59Z"))
    assert.strictEqual(yield* due, 0)
    yield* TestClock.setTime(Date.parse("2026-03-20T12:00:00Z"))
    assert.strictEqual(yield* due, 1)
    const [entry] = yield* entriesOf(admin.orgId, { offboardingId: id, action: "access_revocation_started" })
    assert.include(entry?.details ?? "", "At the scheduled end of access: github")
    // The run that waits is called off with an edit and planned anew, for the same moment: there is one.
    yield* edited(admin, id, { exit_date: "2026-04-15" })
    assert.strictEqual(yield* due, 1)
    const { body } = yield* expect(200, as(admin).get(`${path}/${id}/revocation-runs`))
    assert.deepInclude(body, { total: 1 })
  })
})
