import { assert } from "#test/support/suite"
import { crowd } from "@svc/lab/hr-people"
import { DateTime, Effect } from "effect"
import { aMember, aSuperAdmin } from "#test/support/people"
import { systemSql } from "#test/support/tables"
import { as, withStatus } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { anHrAdmin, at, cases, connect, credentials, directory, fresh, HrisApp, reviews, sync } from "./support.ts"
import { layerOfFile } from "#test/support/layer-of-file"

const today = "2026-03-02"

const withHrisApp = layerOfFile(HrisApp)

withHrisApp("POST /api/integrations/hris/connect", (it) => {
  // hr-systems-3: A credential is proven by a request, and its secrets are masked.
  it.status(201, "each provider's credential is proven by a request, and its secrets are masked", function* () {
    yield* fresh
    for (const provider of ["bamboohr", "hibob", "personio", "merge"] as const) {
      const admin = yield* aSuperAdmin()
      const { body, text } = yield* withStatus(201, connect(admin, credentials[provider]))
      assert.deepInclude(body, { service_name: "hris", connection_status: true, last_sync: null })
      for (const secret of ["bamboo-key", "bob-token", "papi-secret", "merge-key", "linked-account", "hook-secret"]) {
        assert.notInclude(text, secret)
      }
      assert.strictEqual((yield* entriesOf(admin.orgId, { action: "integration_connected" })).length, 1)
    }
  })

  it.status(
    400,
    "a credential that the vendor refuses, fields that are missing, a vendor that does not answer",
    function* () {
      const vendors = yield* fresh
      const admin = yield* aSuperAdmin()
      const refused = yield* withStatus(400, connect(admin, { ...credentials.bamboohr, api_key: "wrong" }))
      assert.include(refused.text, "BambooHR did not accept the credential")
      assert.include(refused.text, '"code":"credential_refused"')
      const secret = yield* connect(admin, { ...credentials.personio, client_secret: "wrong" })
      assert.include(secret.text, "Personio did not accept the credential")
      const missing = yield* withStatus(400, connect(admin, { provider: "merge", api_key: "merge-key" }))
      assert.include(missing.text, "account_token")
      vendors.hibob.faults.drops = true
      assert.strictEqual((yield* connect(admin, credentials.hibob)).status, 400)
      assert.deepStrictEqual(yield* systemSql`SELECT FROM integrations WHERE org_id = ${admin.orgId}`, [])
    }
  )
})

withHrisApp("POST /api/integrations/hris/sync", (it) => {
  it.status.each(["bamboohr", "hibob", "personio", "merge"] as const)(
    200,
    "everybody of %s comes into the directory, once, and login accounts are not touched",
    function* (provider) {
      const { admin, vendors } = yield* anHrAdmin(provider)
      const users = yield* systemSql`SELECT user_id FROM memberships WHERE org_id = ${admin.orgId}`
      const report = yield* sync(admin)
      assert.deepInclude(report, {
        created: 5,
        updated: 0,
        offboardings_created: 0,
        for_review: 0,
        // Nora has no address; Otto left long ago.
        skipped: 2,
        // The second twin.
        failed: 1
      })
      const people = yield* directory(admin)
      assert.deepStrictEqual(
        people.map(({ email }) => email),
        ["Mia.Boss@Acme.test", "ann.lee@acme.test", "rita@acme.test", "sean.o'neil@acme.test", "twin@acme.test"]
      )
      assert.deepInclude(people[1], {
        full_name: "Ann Lee",
        role: "Engineer",
        manager_email: "mia.boss@acme.test",
        status: "active"
      })
      const again = yield* sync(admin)
      assert.deepInclude(again, { created: 0, updated: 0, unchanged: 5, offboardings_created: 0, for_review: 0 })
      at(vendors[provider], "1").title = "Lead"
      assert.deepInclude(yield* sync(admin), { created: 0, updated: 1, unchanged: 4 })
      assert.deepStrictEqual(yield* systemSql`SELECT user_id FROM memberships WHERE org_id = ${admin.orgId}`, users)
      assert.strictEqual((yield* entriesOf(admin.orgId, { action: "hris_synced" })).length, 3)
      const [record] = yield* systemSql<{
        readonly last_sync: Date
      }>`SELECT last_sync FROM integrations WHERE org_id = ${admin.orgId}`
      assert.isNotNull(record?.last_sync)
    }
  )

  it.status.each(["hibob", "personio", "merge"] as const)(
    200,
    "600 people of %s are read page by page",
    function* (provider) {
      const { admin, vendors } = yield* anHrAdmin(provider)
      for (const person of crowd(600)) vendors[provider].state.people.set(person.id, person)
      const before = vendors[provider].requests.length
      assert.deepInclude(yield* sync(admin), { created: 605, failed: 1 })
      assert.isAbove(vendors[provider].requests.length - before, 3)
      assert.deepInclude(yield* sync(admin), { created: 0, updated: 0, unchanged: 605 })
    }
  )

  it.status(
    200,
    "a number and a first name alike do not make one person's record another's who is there as well",
    function* () {
      const { admin, vendors } = yield* anHrAdmin("bamboohr")
      yield* sync(admin)
      const ann = at(vendors.bamboohr, "1")
      vendors.bamboohr.state.people.set("99", { ...ann, id: "99", lastName: "Kim", email: "ann.kim@acme.test" })
      ann.number = "N-500"
      assert.deepInclude(yield* sync(admin), { updated: 0, created: 0 })
      const names = (yield* directory(admin)).filter(({ employee_id }) => employee_id === "N-1")
      assert.deepStrictEqual(
        names.map(({ email, full_name }) => [email, full_name]),
        [["ann.lee@acme.test", "Ann Lee"]]
      )
    }
  )

  it.status(200, "far more leavers at once than usual are left to a person, and to the next day's bound", function* () {
    const { admin, vendors } = yield* anHrAdmin("merge")
    for (const person of crowd(60)) vendors.merge.state.people.set(person.id, { ...person, lastDay: "2026-03-20" })
    assert.deepInclude(yield* sync(admin), { offboardings_created: 25, for_review: 35 })
    assert.deepInclude(yield* sync(admin), { offboardings_created: 0, for_review: 0 })
    assert.lengthOf(yield* cases(admin), 25)
    const { rows: waiting } = yield* reviews(admin)
    assert.isTrue(waiting.every(({ kind, last_day }) => kind === "many_at_once" && last_day === "2026-03-20"))
    yield* withStatus(200, as(admin).post(`/api/integrations/hris/reviews/${waiting[0]?.id}/accept`, {}))
    assert.lengthOf(yield* cases(admin), 26)
  })

  it.status(200, "people over the plan's limit are told of, the others come in", function* () {
    const { admin, vendors } = yield* anHrAdmin("personio", { plan: "team" })
    for (const person of crowd(520)) vendors.personio.state.people.set(person.id, person)
    const report = yield* sync(admin)
    assert.strictEqual(report.created, 500)
    assert.strictEqual(report.failed, 1 + 25)
    assert.match(report.errors.at(-1)?.error ?? "", /500/)
  })

  // hr-systems-6: A sync matches people by work address, else by number and name; a number alone is not enough.
  it.status(
    200,
    "a new address of somebody known by number keeps the record; a number alone is not enough",
    function* () {
      const { admin, vendors } = yield* anHrAdmin("bamboohr")
      yield* sync(admin)
      const ann = (yield* directory(admin)).find(({ email }) => email === "ann.lee@acme.test")
      Object.assign(at(vendors.bamboohr, "1"), { lastName: "Kim", email: "ann.kim@acme.test" })
      assert.deepInclude(yield* sync(admin), { updated: 1, created: 0 })
      const renamed = (yield* directory(admin)).find(({ email }) => email === "ann.kim@acme.test")
      assert.strictEqual(renamed?.id, ann?.id)
      vendors.bamboohr.state.people.delete("1")
      vendors.bamboohr.state.people.set("1", {
        ...at(vendors.bamboohr, "2"),
        id: "1",
        number: "N-1",
        firstName: "Zoe",
        lastName: "Quist",
        email: "zoe@acme.test"
      })
      const report = yield* sync(admin)
      assert.include(
        report.errors.map(({ error }) => error),
        "employee_id: another person in the directory already has this number"
      )
      assert.isUndefined((yield* directory(admin)).find(({ email }) => email === "zoe@acme.test"))
    }
  )

  // hr-systems-10: A second sync of an organization at the same time is 409.
  it.status(409, "nothing is connected; a sync of the same organisation runs", function* () {
    const bare = yield* aSuperAdmin()
    const answer = yield* withStatus(409, as(bare).post("/api/integrations/hris/sync"))
    assert.deepInclude(answer.body, { code: "not_connected" })
    const { admin, vendors } = yield* anHrAdmin("hibob")
    vendors.hibob.faults.delayMilliseconds = 300
    const both = yield* Effect.all(
      [as(admin).post("/api/integrations/hris/sync"), as(admin).post("/api/integrations/hris/sync")],
      { concurrency: 2 }
    )
    assert.sameMembers(
      both.map(({ status }) => status),
      [200, 409]
    )
    assert.strictEqual((yield* directory(admin)).length, 5)
  })

  // hr-systems-11: A source that fails is 502, and what was read before stays.
  it.status(
    502,
    "the vendor refuses the credential, which is noted, or fails; what was read before stays",
    function* () {
      const { admin, vendors } = yield* anHrAdmin("personio")
      vendors.personio.faults.forbids = true
      const answer = yield* withStatus(502, as(admin).post("/api/integrations/hris/sync"))
      assert.deepInclude(answer.body, { code: "source_failed" })
      assert.notInclude(answer.text, "papi-token")
      const refusedSince = systemSql<{
        readonly at: Date | null
      }>`SELECT credential_refused_at AS at FROM integrations WHERE org_id = ${admin.orgId}`
      assert.isNotNull((yield* refusedSince)[0]?.at)
      vendors.personio.behave()
      yield* sync(admin)
      assert.isNull((yield* refusedSince)[0]?.at)
      vendors.personio.faults.answersWith = 500
      const failing = yield* withStatus(502, as(admin).post("/api/integrations/hris/sync"))
      assert.notInclude(failing.text, "canary")
    }
  )

  it.status.each(["bamboohr", "hibob", "personio", "merge"] as const)(
    200,
    "a throttle in the form of %s (BambooHR: 503) is waited for once, then the sync goes on",
    function* (provider) {
      const { admin, vendors } = yield* anHrAdmin(provider)
      vendors[provider].faults.throttles = { calls: 1, seconds: 0 }
      assert.deepInclude(yield* sync(admin), { created: 5 })
      assert.strictEqual(vendors[provider].faults.throttles.calls, 0)
      vendors[provider].faults.throttles = { calls: 100, seconds: 0 }
      yield* withStatus(502, as(admin).post("/api/integrations/hris/sync"))
      assert.strictEqual(vendors[provider].faults.throttles.calls, 98)
    }
  )

  // hr-systems-1: `hris/sync` and `azure-ad/sync` are for Admins and Super Admins, without a step-up.
  it.status(200, "admin too, without step-up; hr and manager are refused with 403", function* () {
    const { admin } = yield* anHrAdmin("bamboohr")
    for (const [role, status] of [
      ["admin", 200],
      ["hr", 403],
      ["manager", 403]
    ] as const) {
      const member = yield* aMember(admin.orgId, role)
      assert.strictEqual((yield* as(member).post("/api/integrations/hris/sync")).status, status, role)
    }
  })
})

withHrisApp("who leaves, as the HR system says", (it) => {
  // hr-systems-2: Who leaves, as the HR system says, has one open case with the source `hris`.
  it.effect(
    "today or later: one open offboarding, source hris, last working day, every app that can revoke",
    function* () {
      const { admin, vendors } = yield* anHrAdmin("bamboohr")
      yield* systemSql`
          INSERT INTO integrations (org_id, id, service_name, protocol, can_revoke, connection_status, created_at, updated_at)
          VALUES (${admin.orgId}, gen_random_uuid(), 'Locks', 'webhook', true, true, now(), now())`
      at(vendors.bamboohr, "1").lastDay = today
      Object.assign(at(vendors.bamboohr, "2"), { lastDay: "2026-04-30", reason: "Retirement" })
      const report = yield* sync(admin)
      assert.deepInclude(report, { offboardings_created: 2, for_review: 0 })
      const made = yield* cases(admin)
      assert.deepInclude(made[0], {
        employee_email: "ann.lee@acme.test",
        exit_date: today,
        source: "hris",
        status: "pending",
        separation_type: "other",
        initiated_by: null,
        apps: ["Locks"]
      })
      assert.deepInclude(made[1], { exit_date: "2026-04-30", separation_type: "retirement" })
      const [schedule] = yield* systemSql<{ readonly due_at: Date }>`
          SELECT due_at FROM revocation_schedules WHERE offboarding_id = ${made[1]?.id ?? ""}`
      assert.strictEqual(schedule?.due_at.toISOString(), "2026-05-01T00:00:00.000Z")
      assert.deepInclude(yield* sync(admin), { offboardings_created: 0, for_review: 0 })
      at(vendors.bamboohr, "1").ended = true
      assert.deepInclude(yield* sync(admin), { offboardings_created: 0, for_review: 0 })
      assert.strictEqual((yield* cases(admin)).length, 2)
    }
  )

  it.effect("not again for the same leaving once the offboarding was completed or cancelled", function* () {
    const { admin, vendors } = yield* anHrAdmin("bamboohr")
    at(vendors.bamboohr, "1").lastDay = "2026-04-30"
    at(vendors.bamboohr, "2").lastDay = "2026-04-30"
    yield* sync(admin)
    const [ann, sean] = yield* cases(admin)
    yield* as(admin).patch(`/api/employees/${sean?.id}/status`, { status: "cancelled", reason: "made in error" })
    yield* systemSql`UPDATE offboardings SET status = 'completed', completed_at = now() WHERE id = ${ann?.id ?? ""}`
    assert.deepInclude(yield* sync(admin), { offboardings_created: 0, for_review: 0 })
    assert.strictEqual((yield* cases(admin)).length, 2)
  })

  // hr-systems-7: A changed last day moves the offboarding, unless a person changed it; then it becomes a review item.
  it.effect(
    "a changed last day moves the offboarding, unless somebody changed it by hand: then it is for review",
    function* () {
      const { admin, vendors } = yield* anHrAdmin("merge")
      for (const id of ["1", "2"]) at(vendors.merge, id).lastDay = "2026-04-30"
      yield* sync(admin)
      const sean = (yield* cases(admin)).find(({ employee_email }) => employee_email.startsWith("sean"))
      yield* as(admin).patch(`/api/employees/${sean?.id}`, { exit_date: "2026-05-15" })
      for (const id of ["1", "2"]) at(vendors.merge, id).lastDay = "2026-06-30"
      assert.deepInclude(yield* sync(admin), { offboardings_updated: 1, for_review: 1, offboardings_created: 0 })
      assert.deepStrictEqual((yield* cases(admin)).map(({ exit_date }) => exit_date).toSorted(), [
        "2026-05-15",
        "2026-06-30"
      ])
      assert.isNotEmpty(yield* entriesOf(admin.orgId, { action: "offboarding_updated" }))
      assert.deepInclude(yield* sync(admin), { offboardings_updated: 0, for_review: 0 })
    }
  )

  // hr-systems-4: The later end of employment that Personio tells comes into the case.
  it.effect(
    "the end of employment that Personio tells beside the last day comes into the case, and moves with it",
    function* () {
      const { admin, vendors } = yield* anHrAdmin("personio")
      const says = (id: string, lastDay: string, employmentEnd: string | null = null) =>
        Object.assign(at(vendors.personio, id), { lastDay, employmentEnd })
      const clocks = Effect.map(cases(admin), (rows) =>
        rows.map((row) => [row.employee_email, row.exit_date, row.employment_ends_on]).toSorted()
      )
      says("1", "2026-04-30", "2026-06-30")
      says("2", "2026-04-30")
      // No day before the last working day.
      says("4", "2026-04-30", "2026-04-15")
      assert.deepInclude(yield* sync(admin), { offboardings_created: 3 })
      assert.deepStrictEqual(yield* clocks, [
        ["ann.lee@acme.test", "2026-04-30", "2026-06-30"],
        ["sean.o'neil@acme.test", "2026-04-30", null],
        ["twin@acme.test", "2026-04-30", null]
      ])
      says("1", "2026-07-15")
      says("2", "2026-04-15", "2026-05-31")
      assert.deepInclude(yield* sync(admin), { offboardings_updated: 2, for_review: 0 })
      assert.deepStrictEqual((yield* clocks).slice(0, 2), [
        ["ann.lee@acme.test", "2026-07-15", null],
        ["sean.o'neil@acme.test", "2026-04-15", "2026-05-31"]
      ])
    }
  )

  // hr-systems-8: A last day that contradicts an end of access or employment set manually becomes a review item.
  it.effect("a last day that an end of access or employment set by hand does not go with is for review", function* () {
    const { admin, vendors } = yield* anHrAdmin("merge")
    for (const id of ["1", "2"]) at(vendors.merge, id).lastDay = "2026-04-30"
    yield* sync(admin)
    const idOf = (email: string) =>
      Effect.map(cases(admin), (rows) => rows.find(({ employee_email }) => employee_email.startsWith(email))?.id)
    const edit = Effect.fnUntraced(function* (email: string, body: unknown) {
      assert.strictEqual((yield* as(admin).patch(`/api/employees/${yield* idOf(email)}`, body)).status, 200)
    })
    yield* edit("ann", { employment_ends_on: "2026-05-31" })
    yield* edit("sean", { access_ends_at: "2026-04-30T12:00:00Z" })
    at(vendors.merge, "1").lastDay = "2026-06-30"
    at(vendors.merge, "2").lastDay = "2026-04-15"
    assert.deepInclude(yield* sync(admin), { offboardings_updated: 0, for_review: 2, failed: 1 })
    assert.deepInclude(yield* sync(admin), { offboardings_updated: 0, for_review: 0, failed: 1 })
    assert.deepStrictEqual(
      (yield* cases(admin)).map(({ exit_date }) => exit_date),
      ["2026-04-30", "2026-04-30"]
    )
    // To accept one is refused as long as it does not go together, with the sentence of the field.
    const { rows } = yield* reviews(admin)
    const accept = (day: string) =>
      as(admin).post(`/api/integrations/hris/reviews/${rows.find(({ last_day }) => last_day === day)?.id}/accept`)
    const refused = yield* withStatus(400, accept("2026-06-30"))
    assert.match(Object(refused.body).error, /^employment_ends_on: 2026-05-31 is before the last working day/)
    assert.match(Object((yield* accept("2026-04-15")).body).error, /^access_ends_at: employment ends on 2026-04-15/)
    yield* edit("ann", { employment_ends_on: null })
    assert.strictEqual((yield* accept("2026-06-30")).status, 200)
  })

  // hr-systems-9: A former leaver who is hired again becomes active in the directory.
  it.effect("hired again after the offboarding: active in the directory; the next leaving is a new one", function* () {
    const { admin, vendors } = yield* anHrAdmin("bamboohr")
    const ann = at(vendors.bamboohr, "1")
    ann.lastDay = "2026-04-30"
    yield* sync(admin)
    const [made] = yield* cases(admin)
    yield* systemSql`UPDATE offboardings SET status = 'completed', completed_at = now() WHERE id = ${made?.id ?? ""}`
    yield* systemSql`UPDATE org_employees SET status = 'inactive' WHERE org_id = ${admin.orgId} AND employee_id = 'N-1'`
    Object.assign(ann, { hiredOn: "2026-05-04" })
    yield* sync(admin)
    assert.strictEqual((yield* directory(admin)).find(({ employee_id }) => employee_id === "N-1")?.status, "active")
    ann.lastDay = "2026-12-31"
    assert.deepInclude(yield* sync(admin), { offboardings_created: 1 })
  })

  it.effect("today is the organisation's day, over a change of the clocks too", function* () {
    const { admin, vendors } = yield* anHrAdmin("bamboohr", { timezone: "Pacific/Kiritimati" })
    // 09:00 UTC is 23:00 there: still the 2nd; ten hours further west it is the 1st.
    at(vendors.bamboohr, "1").lastDay = "2026-03-01"
    at(vendors.bamboohr, "2").lastDay = today
    assert.deepInclude(yield* sync(admin), { offboardings_created: 1 })
    const west = yield* anHrAdmin("bamboohr", { timezone: "Pacific/Honolulu" })
    at(west.vendors.bamboohr, "1").lastDay = "2026-03-01"
    assert.deepInclude(yield* sync(west.admin), { offboardings_created: 1 })
    assert.strictEqual(DateTime.formatIsoDateUtc(yield* DateTime.now), today)
  })

  it.effect("with an offboarding made at the same moment another way: one is open in the end", function* () {
    const { admin, vendors } = yield* anHrAdmin("bamboohr")
    yield* sync(admin)
    at(vendors.bamboohr, "1").lastDay = "2026-04-30"
    const [report, other] = yield* Effect.all(
      [
        sync(admin),
        as(admin).post("/api/employees", {
          employee_name: "Ann Lee",
          employee_email: "ann.lee@acme.test",
          exit_date: "2026-04-01",
          no_apps: true
        })
      ],
      { concurrency: 2 }
    )
    assert.strictEqual(report.failed, 1)
    assert.include([201, 409], other.status)
    assert.strictEqual((yield* cases(admin)).length, 1)
  })
})
