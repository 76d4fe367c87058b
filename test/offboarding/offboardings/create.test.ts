import { assert, layer } from "#test/support/suite"
import { PlanLimitReached } from "@svc/contract/kernel/errors"
import { CreateOffboarding, SeparationType } from "@svc/contract/offboardings/schema"
import { DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { Db } from "#platform/database/db"
import { Offboardings } from "#offboarding/offboardings/service"
import { start } from "#test/support/TestApp"
import { asCaller, aSuperAdmin } from "#test/support/people"
import { inTables } from "#test/support/tables"
import { withKey, withStatus } from "#test/support/requests"
import { entriesOf, eventsOf } from "#test/support/log"
import { aConnection, leaver } from "#test/support/cases"
import {
  aCase,
  aColleague,
  anIntegrator,
  type Integrator,
  moveThrough,
  patch,
  scheduledRevocation,
  OffboardingsSurface
} from "./support.ts"

const path = "/api/v1/offboardings"
const create = (from: Integrator, more: { readonly [field: string]: unknown } = {}) =>
  withKey(from.key).post(path, leaver(more))

const decodeBody = Schema.decodeUnknownEffect(Schema.toCodecJson(CreateOffboarding))

layer(OffboardingsSurface)("POST /api/v1/offboardings", (it) => {
  // cases-3: A create answers 201 without `updated_at`, with `apps_to_revoke` as resolved and `revoke_at`; the status
  //   is `pending`.
  it.status(201, "the offboarding without updated_at, plus apps_to_revoke and revoke_at; always pending", function* () {
    const from = yield* anIntegrator()
    const { body } = yield* withStatus(201, create(from))
    const { id, ...rest } = yield* Schema.decodeUnknownEffect(
      Schema.StructWithRest(Schema.Struct({ id: Schema.String }), [Schema.Record(Schema.String, Schema.Json)])
    )(body)
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.deepStrictEqual(rest, {
      employee_name: "Ada Lovelace",
      employee_email: null,
      employee_role: "",
      employee_department: "",
      exit_date: "2026-03-31",
      status: "pending",
      separation_type: "resignation",
      manager_email: null,
      created_at: DateTime.formatIso(start),
      apps_to_revoke: [],
      revoke_at: null
    })
  })

  it.status(201, "every field is stored as sent", function* () {
    const from = yield* anIntegrator()
    const { body, status } = yield* create(from, {
      employee_email: "Ada@Acme.test",
      employee_role: "Engineer",
      employee_department: "Research",
      separation_type: "redundancy",
      manager_email: "grace@acme.test"
    })
    assert.strictEqual(status, 201)
    assert.include(body, {
      employee_email: "Ada@Acme.test",
      employee_role: "Engineer",
      employee_department: "Research",
      separation_type: "redundancy",
      manager_email: "grace@acme.test",
      status: "pending",
      created_at: DateTime.formatIso(start)
    })
  })

  it.status(400, "what the service sets itself cannot be sent", function* () {
    const from = yield* anIntegrator()
    const own = { status: "completed", id: "x", org_id: "x", created_at: "1999-01-01T00:00:00Z" }
    const { error } = yield* withStatus(400, create(from, own))
    for (const name of Object.keys(own)) assert.include(error, `${name}: is unknown`)
  })

  // cases-76: Null in an optional field counts as omitted; `manager_email: null` means none.
  it.status(201, "null in an optional field counts as left out, but null as the manager means none", function* () {
    const from = yield* anIntegrator({ timezone: "America/New_York" })
    yield* aColleague(from, "ada@acme.test", { managerEmail: "grace@acme.test", timezone: "Asia/Tokyo" })
    const optional = {
      employee_role: null,
      employee_department: null,
      separation_type: null,
      access_ends_at: null,
      employment_ends_on: null,
      timezone: null,
      apps_to_revoke: null,
      jurisdiction: null
    }
    const withNull = yield* withStatus(201, create(from, { ...optional, employee_email: "ada@acme.test" }))
    assert.include(withNull.body, {
      employee_role: "",
      employee_department: "",
      separation_type: "resignation",
      manager_email: "grace@acme.test",
      revoke_at: null
    })
    const unknown = yield* withStatus(201, create(from, { ...optional, employee_email: null, manager_email: null }))
    assert.include(unknown.body, { employee_email: null, manager_email: null })
  })

  // cases-77: A required field that is null is 400.
  it.status(400, "a required field that is null", function* () {
    const from = yield* anIntegrator()
    for (const name of ["employee_name", "exit_date"]) {
      const { error } = yield* withStatus(400, create(from, { [name]: null }))
      assert.match(String(error), new RegExp(`^${name}: `))
    }
  })

  // cases-5: `separation_type` is one of seven, `resignation` by default.
  it.status(201, "every separation type", function* () {
    const from = yield* anIntegrator()
    for (const separation_type of SeparationType.literals) {
      assert.include((yield* create(from, { separation_type })).body, { separation_type })
    }
  })

  it.status(201, "apps are resolved without case, once each, and revoked at the end of the last day", function* () {
    const from = yield* anIntegrator({ timezone: "America/New_York" })
    yield* aConnection(from.orgId, "github")
    yield* aConnection(from.orgId, "okta")
    const created = yield* aCase(from, { apps_to_revoke: ["Okta", "GITHUB", "github"] })
    assert.deepStrictEqual(created.apps_to_revoke, ["okta", "github"])
    assert.strictEqual(created.revoke_at && DateTime.formatIso(created.revoke_at), "2026-04-01T04:00:00.000Z")
    assert.strictEqual(yield* scheduledRevocation(from.orgId, created.id), "2026-04-01T04:00:00.000Z")
  })

  it.status(201, "revoke_at follows the case's zone, and is null when the organisation has it off", function* () {
    const from = yield* anIntegrator({ timezone: "America/New_York" })
    yield* aConnection(from.orgId, "github")
    const zoned = yield* aCase(from, { apps_to_revoke: ["github"], timezone: "Asia/Tokyo" })
    assert.strictEqual(zoned.revoke_at && DateTime.formatIso(zoned.revoke_at), "2026-03-31T15:00:00.000Z")

    yield* inTables(
      from.orgId,
      (sql) => sql`UPDATE organisations SET auto_revoke_at_exit = false WHERE id = ${from.orgId}`
    )
    const never = yield* aCase(from, { apps_to_revoke: ["github"] })
    assert.isNull(never.revoke_at)
    assert.isUndefined(yield* scheduledRevocation(from.orgId, never.id))
  })

  // cases-10: `manager_email` is filled from the directory when omitted, and null means none.
  it.status(201, "manager_email is filled from the directory when omitted; null or empty means none", function* () {
    const from = yield* anIntegrator()
    yield* aColleague(from, "one@acme.test", { managerEmail: "grace@acme.test" })
    yield* aColleague(from, "two@acme.test", { managerEmail: "grace@acme.test" })
    yield* aColleague(from, "three@acme.test", { managerEmail: "grace@acme.test" })
    yield* aColleague(from, "self@acme.test", { managerEmail: "SELF@acme.test" })
    const manager = (more: { readonly [field: string]: unknown }) =>
      Effect.map(aCase(from, more), (created) => created.manager_email)
    assert.strictEqual(yield* manager({ employee_email: "One@acme.test" }), "grace@acme.test")
    assert.isNull(yield* manager({ employee_email: "two@acme.test", manager_email: null }))
    assert.isNull(yield* manager({ employee_email: "three@acme.test", manager_email: "" }))
    assert.isNull(yield* manager({ employee_email: "self@acme.test" }))
    assert.isNull(yield* manager({ employee_email: "stranger@acme.test" }))
  })

  // cases-9: `jurisdiction` and `timezone` are codes of ISO 3166 and IANA zones, else 400; the jurisdiction is the
  //   organisation's by default.
  it.status(
    201,
    "the person is linked to the directory; jurisdiction is stored in upper case, else the organisation's",
    function* () {
      const from = yield* anIntegrator()
      const colleague = yield* aColleague(from, "ada@acme.test", { timezone: "Europe/Berlin" })
      const linked = yield* aCase(from, { employee_email: "ADA@acme.test", jurisdiction: "us-ca" })
      yield* inTables(
        from.orgId,
        (sql) => sql`UPDATE organisations SET default_jurisdiction = 'DE' WHERE id = ${from.orgId}`
      )
      const unlinked = yield* aCase(from)
      const rows = yield* inTables(
        from.orgId,
        (
          sql
        ) => sql`SELECT id, org_employee_id, jurisdiction, timezone, source, initiated_by, person_key_id = ${colleague.person_key_id} AS same_key
          FROM offboardings WHERE org_id = ${from.orgId} ORDER BY jurisdiction DESC`
      )
      assert.deepStrictEqual(rows, [
        {
          id: linked.id,
          org_employee_id: colleague.id,
          jurisdiction: "US-CA",
          timezone: "Europe/Berlin",
          source: "api",
          initiated_by: null,
          same_key: true
        },
        {
          id: unlinked.id,
          org_employee_id: null,
          jurisdiction: "DE",
          timezone: null,
          source: "api",
          initiated_by: null,
          same_key: false
        }
      ])
    }
  )

  it.status(201, "one event with source api, and an audit entry that seals what is personal", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from, { employee_email: "ada@acme.test" })
    assert.deepStrictEqual(yield* eventsOf(from.orgId, { offboardingId: id }), [
      { _tag: "offboarding.created", offboardingId: id, employeeName: "Ada Lovelace", source: "api" }
    ])
    const [entry, ...others] = yield* entriesOf(from.orgId, { offboardingId: id })
    assert.lengthOf(others, 0)
    assert.strictEqual(entry?.action, "offboarding_created")
    assert.strictEqual(entry?.target, "Offboarding of Ada Lovelace")
    assert.strictEqual(entry?.details, "source: api, last day: 2026-03-31")
    assert.notInclude(entry?.stored, "Ada")
  })

  it.status(201, "once the open case is completed or cancelled, the person can be offboarded again", function* () {
    const from = yield* anIntegrator()
    const first = yield* aCase(from, { employee_email: "ada@acme.test" })
    yield* patch(from, first.id, { status: "cancelled", reason: "stays with us" })
    yield* withStatus(201, create(from, { employee_email: "ada@acme.test" }))
  })

  it.status(201, "people without an address are never duplicates, nor those of another organisation", function* () {
    const from = yield* anIntegrator()
    const other = yield* anIntegrator()
    assert.strictEqual((yield* create(from)).status, 201)
    assert.strictEqual((yield* create(from)).status, 201)
    assert.strictEqual((yield* create(from, { employee_email: "ada@acme.test" })).status, 201)
    assert.strictEqual((yield* create(other, { employee_email: "ada@acme.test" })).status, 201)
  })

  it.status(
    201,
    "the names of apps_to_revoke after resolution: as connected, once each, in the order asked for",
    function* () {
      const from = yield* anIntegrator()
      const fifty = Array.from({ length: 50 }, (_, n) => `App ${n}`)
      for (const name of fifty) yield* aConnection(from.orgId, name)
      const asked = fifty.toReversed().map((name, n) => (n % 2 === 0 ? name.toUpperCase() : ` ${name.toLowerCase()} `))
      assert.deepStrictEqual((yield* aCase(from, { apps_to_revoke: asked })).apps_to_revoke, fifty.toReversed())
      assert.deepStrictEqual((yield* aCase(from, { apps_to_revoke: [] })).apps_to_revoke, [])
      const repeated = Array.from({ length: 51 }, () => "App 1")
      assert.strictEqual((yield* create(from, { apps_to_revoke: repeated })).status, 400)
    }
  )

  // cases-4: `employee_name` and `exit_date` are required, every other field has its rule, and a 400 names the field.
  // cases-9
  it.status(400, "names the field that is missing or wrong", function* () {
    const from = yield* anIntegrator()
    const long = (length: number) => "x".repeat(length)
    const wrong: ReadonlyArray<readonly [field: string, value: unknown]> = [
      ["employee_name", undefined],
      ["employee_name", " "],
      ["employee_name", long(201)],
      ["employee_name", 7],
      ["employee_name", "Nul\u0000"],
      ["exit_date", undefined],
      ["exit_date", "2026-02-30"],
      ["exit_date", "31.03.2026"],
      ["exit_date", "2026-03-31T00:00:00Z"],
      ["employee_email", "ada"],
      ["employee_email", `${long(250)}@acme.test`],
      ["employee_role", long(101)],
      ["employee_department", long(101)],
      ["separation_type", "retired"],
      ["timezone", "Mars/Olympus"],
      ["timezone", "+02:00"],
      ["apps_to_revoke", "github"],
      ["apps_to_revoke", Array.from({ length: 51 }, () => "github")],
      ["jurisdiction", "Germany"],
      ["jurisdiction", "XX"],
      ["jurisdiction", "US-ZZ"],
      ["manager_email", "grace"],
      ["manager_email", 7]
    ]
    for (const [field, value] of wrong) {
      const { body, status } = yield* create(from, { [field]: value })
      assert.strictEqual(status, 400, `${field}: ${String(value)}`)
      assert.match(JSON.stringify(body), new RegExp(`^{"error":"${field}`), String(value))
    }
  })

  // cases-6: An app that is not connected, or cannot revoke, is 400 `unknown_apps`, listed, and nothing is created.
  it.status(
    400,
    "unknown_apps: a name that is not connected, or cannot revoke, is listed and nothing is created",
    function* () {
      const from = yield* anIntegrator()
      const other = yield* anIntegrator()
      yield* aConnection(from.orgId, "github")
      yield* aConnection(from.orgId, "calendly", false)
      yield* aConnection(other.orgId, "okta")
      const { body } = yield* withStatus(400, create(from, { apps_to_revoke: ["github", "calendly", "okta"] }))
      assert.deepStrictEqual(body, {
        error: "apps_to_revoke: these apps are not connected or cannot revoke access: calendly, okta",
        code: "unknown_apps",
        apps: ["calendly", "okta"]
      })
      assert.include(JSON.stringify((yield* withKey(from.key).get(path)).body), `"total":0`)
    }
  )

  it.status(
    400,
    "unknown_apps: an app that was disconnected since, each unknown name once, as it was given",
    function* () {
      const from = yield* anIntegrator()
      yield* aConnection(from.orgId, "github")
      yield* aConnection(from.orgId, "okta")
      yield* inTables(
        from.orgId,
        (sql) =>
          sql`UPDATE integrations SET connection_status = false WHERE org_id = ${from.orgId} AND service_name = 'okta'`
      )
      const { body, status } = yield* create(from, { apps_to_revoke: ["Okta", "okta", "GitHub", "git hub", "%"] })
      assert.strictEqual(status, 400)
      assert.deepInclude(body, { code: "unknown_apps", apps: ["Okta", "git hub", "%"] })
    }
  )

  // cases-11: The employee's own address as manager is 400 `manager_email_is_employee`.
  it.status(400, "manager_email_is_employee: the employee's own address, in whichever case", function* () {
    const from = yield* anIntegrator()
    const { body, status } = yield* create(from, { employee_email: "ada@acme.test", manager_email: "ADA@acme.test" })
    assert.strictEqual(status, 400)
    assert.include(body, { code: "manager_email_is_employee" })
  })

  it.status(
    402,
    "read_only: when the trial or subscription has ended, whatever the body holds; reading goes on",
    function* () {
      for (const planStatus of ["trial_expired", "canceled"] as const) {
        const from = yield* anIntegrator({ planStatus })
        for (const body of [leaver(), { employee_name: 7 }, []]) {
          const answer = yield* withStatus(402, withKey(from.key).post(path, body))
          assert.include(answer.body, { code: "read_only" })
        }
        assert.strictEqual((yield* withKey(from.key).get(path)).status, 200)
      }
      const late = yield* anIntegrator({ planStatus: "past_due" })
      assert.strictEqual((yield* create(late)).status, 201)
    }
  )

  // cases-13: Without a plan three cases can be open: 403 `PLAN_LIMIT_REACHED`.
  it.status(
    403,
    "PLAN_LIMIT_REACHED: without a plan at most 3 offboardings are open, also with ten created at once",
    function* () {
      const admin = yield* aSuperAdmin({ plan: "none" })
      const offboardings = yield* Offboardings
      const input = yield* decodeBody(leaver())
      const open = (department: string) =>
        asCaller(admin)(offboardings.create({ ...input, employee_department: department }, { source: "app" }))
      const results = yield* Effect.forEach(
        Array.from({ length: 10 }, (_, n) => open(`Department ${n}`)),
        Effect.result,
        { concurrency: "unbounded" }
      )
      const refused = results.flatMap((result) => (result._tag === "Failure" ? [result.failure] : []))
      assert.lengthOf(refused, 7)
      for (const error of refused) {
        assert.instanceOf(error, PlanLimitReached)
        assert.include(error, { code: "PLAN_LIMIT_REACHED" })
      }
      const first = results.find((result) => result._tag === "Success")
      if (first?._tag !== "Success") return yield* Effect.die("three of ten are created")
      yield* asCaller(admin)(
        offboardings.update(first.success.id, { status: "cancelled", reason: "stays with us" }, { source: "app" })
      )
      assert.strictEqual((yield* open("Research")).status, "pending")
    }
  )

  // cases-12: One case is open per organisation and address, compared without case: 409 `duplicate` with its id.
  it.status(
    409,
    "duplicate: one open offboarding per address, compared without case; the body has its id",
    function* () {
      const from = yield* anIntegrator()
      const { id } = yield* aCase(from, { employee_email: "ada@acme.test" })
      const again = yield* withStatus(409, create(from, { employee_email: "Ada@ACME.test" }))
      assert.deepStrictEqual(again.body, {
        error: "This person already has an open offboarding",
        code: "duplicate",
        id
      })
      yield* moveThrough(from, id, "notice_period", "it_revocation")
      assert.deepStrictEqual(yield* create(from, { employee_email: "ada@acme.test" }), again)
    }
  )

  it.status(
    201,
    "every route creates with the same verb, and a case inside a failed transaction leaves nothing",
    function* () {
      const from = yield* anIntegrator()
      const offboardings = yield* Offboardings
      const db = yield* Db
      const input = yield* decodeBody(leaver({ employee_email: "ada@acme.test" }))
      const scim = yield* asCaller(from.admin)(offboardings.create(input, { source: "scim" }))
      assert.include((yield* eventsOf(from.orgId, { offboardingId: scim.id }))[0], { source: "scim" })

      const other = yield* decodeBody(leaver({ employee_email: "grace@acme.test" }))
      const undone = offboardings
        .create(other, { source: "app" })
        .pipe(Effect.andThen(Effect.fail("refused" as const)), db.transact, asCaller(from.admin))
      assert.strictEqual(yield* Effect.flip(undone), "refused")
      assert.strictEqual((yield* create(from, { employee_email: "grace@acme.test" })).status, 201)
    }
  )
})

layer(OffboardingsSurface)("An access end that has passed, of a case by API key", (it) => {
  const yesterday = "2026-03-01"

  const anImmediateIntegrator = Effect.gen(function* () {
    const from = yield* anIntegrator()
    yield* aConnection(from.orgId, "github")
    const post = (more: { readonly [field: string]: unknown }) => create(from, { apps_to_revoke: ["github"], ...more })
    return { from, post }
  })

  const waiting = (from: Integrator) =>
    inTables(
      from.orgId,
      (sql) => sql<{ immediate_revocation: string | null }>`
        SELECT immediate_revocation FROM offboardings WHERE org_id = ${from.orgId} ORDER BY created_at, id`
    ).pipe(Effect.map((rows) => rows.map((row) => row.immediate_revocation)))

  // cases-78: Beyond a day's limit of immediate revocations by API key, an offboarding waits and admins are notified.
  it.effect("runs automatically 5 times a day; beyond that the case waits, and admins are notified", function* () {
    const { from, post } = yield* anImmediateIntegrator
    const soon = DateTime.formatIso(DateTime.add(start, { seconds: 3 }))
    const within = yield* Effect.forEach(
      [{ exit_date: yesterday }, { exit_date: "1999-01-01" }, { access_ends_at: soon }, { exit_date: yesterday }],
      post
    )
    // All at once: one of them is the fifth.
    const racing = yield* Effect.all(
      Array.from({ length: 6 }, () => post({ exit_date: yesterday })),
      { concurrency: "unbounded" }
    )
    const at = ({ body }: { readonly body: unknown }) => Object(body).revoke_at
    assert.isTrue(within.every((answer) => answer.status === 201 && at(answer) !== null))
    assert.lengthOf(
      racing.filter((answer) => answer.status === 201 && at(answer) === null),
      5
    )
    const held = racing.find((answer) => at(answer) === null)
    assert.isUndefined(yield* scheduledRevocation(from.orgId, Object(held?.body).id))
    const told = (yield* eventsOf(from.orgId)).filter(({ _tag }) => _tag === "revocation.waiting")
    assert.lengthOf(told, 5)
    const entries = yield* entriesOf(from.orgId, { action: "offboarding_created" })
    assert.lengthOf(
      entries.filter(({ details }) => details.includes("access revocation is blocked until an administrator")),
      5
    )

    // A day later there is room again.
    yield* TestClock.adjust("25 hours")
    assert.isNotNull(at(yield* post({ exit_date: yesterday })))
    yield* TestClock.setTime(start.epochMilliseconds)
  })

  it.effect(
    "the last day of today, or a later one, is no such case, nor is one without apps or with revocation off",
    function* () {
      const { from, post } = yield* anImmediateIntegrator
      yield* post({ exit_date: "2026-03-02" })
      yield* post({ exit_date: yesterday, apps_to_revoke: [] })
      yield* post({ exit_date: yesterday, access_ends_at: "2026-06-01T00:00:00Z", employment_ends_on: "2026-07-01" })
      yield* inTables(
        from.orgId,
        (sql) => sql`UPDATE organisations SET auto_revoke_at_exit = false WHERE id = ${from.orgId}`
      )
      yield* post({ exit_date: yesterday })
      assert.deepStrictEqual(yield* waiting(from), [null, null, null, null])
    }
  )

  it.effect("an admin's own cases are not counted, nor held", function* () {
    const { from } = yield* anImmediateIntegrator
    const offboardings = yield* Offboardings
    for (const _ of Array.from({ length: 7 })) {
      const input = yield* decodeBody(leaver({ exit_date: yesterday, apps_to_revoke: ["github"] }))
      const made = yield* offboardings.create(input, { source: "app" }).pipe(asCaller(from.admin))
      assert.isNotNull(made.revoke_at)
    }
    assert.deepStrictEqual(new Set(yield* waiting(from)), new Set([null]))
  })
})
