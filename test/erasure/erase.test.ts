import { assert, layer } from "#test/support/suite"
import { OffboardingId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Stream } from "effect"
import { randomUUID } from "node:crypto"
import { PersonKeys } from "#audit/record/person-keys"
import { copies } from "#erasure/copies-repo"
import { Mails } from "#outgoing/mails/service"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { Files } from "#platform/files/files"
import { AppWithFolder } from "#test/exports/support"
import { start } from "#test/support/TestApp"
import { filesOfZip } from "#test/support/zip"
import { aKey, aMember, asCaller, aSession, aSuperAdmin } from "#test/support/people"
import { as, send, withKey, withStatus } from "#test/support/requests"
import { asSystem, systemSql } from "#test/support/tables"
import { mailsTo } from "#test/support/log"
import { aPerson } from "#test/support/cases"
import { anEntitlement } from "#test/access-removal/entitlements/held"
import { aLeftBehind } from "#test/access-removal/left-behind/item"
import { idOf, aLeaver, anOffboarding, erase, readLog, runJob, storedEntries } from "./support.ts"

layer(AppWithFolder)("POST /api/org-employees/{id}/erase", (it) => {
  // erasure-1: `POST /api/org-employees/{id}/erase` destroys every key of the person; the log reads `[erased]` wherever
  //   they stood, and still verifies.
  it.status(
    200,
    "the log reads [erased] wherever the person stood, the offboarding included, and still verifies",
    function* () {
      const { member, offboardingId, person } = yield* aLeaver
      yield* withKey(yield* aKey(member)).patch(`/api/v1/offboardings/${offboardingId}`, {
        status: "cancelled",
        reason: "Ada withdrew it"
      })
      const before = yield* storedEntries(member)
      assert.include(JSON.stringify(yield* readLog(member)), "Ada Lovelace")

      const answer = yield* withStatus(200, erase(member, person.id))
      assert.deepStrictEqual(answer.body, {
        erased: true,
        id: person.id,
        erased_at: DateTime.formatIso(start),
        offboardings: 1,
        keys_destroyed: 1
      })

      const log = yield* readLog(member)
      assert.notMatch(JSON.stringify(log), /lovelace|Ada withdrew/i)
      const shown = log.map(({ action, details, target }) => `${action}: ${target}: ${details}`)
      assert.include(shown, "employee_created: Employee [erased]: email: [erased]")
      assert.include(shown, "offboarding_cancelled: Offboarding of [erased]: pending -> cancelled, reason: [erased]")
      assert.include(shown, "person_erased: Employee [erased]: keys destroyed: 1")
      // No stored byte has changed.
      assert.deepStrictEqual((yield* storedEntries(member)).slice(0, before.length), before)
      const verified = yield* as(member).get("/api/audit-log/verify")
      assert.deepInclude(verified.body, { ok: true, brokenCount: 0 })
    }
  )

  // erasure-2: Directory, cases, lists and the public API read `[erased]`, and no search finds the name.
  it.status(200, "the directory and the public API read [erased], and no search finds the name", function* () {
    const { member, offboardingId, person } = yield* aLeaver
    yield* erase(member, person.id)
    const bearer = yield* aKey(member)
    const people = yield* send("GET", "/api/v1/employees", { bearer })
    assert.include(people.text, `"full_name":"[erased]","email":"erased-${person.id}@erased.invalid"`)
    const cases = yield* send("GET", "/api/v1/offboardings", { bearer })
    const shown = yield* send("GET", `/api/v1/offboardings/${offboardingId}`, { bearer })
    assert.deepInclude(shown.body, {
      employee_name: "[erased]",
      employee_email: null,
      manager_email: "grace@acme.test"
    })
    for (const { text } of [people, cases, shown]) assert.notMatch(text, /lovelace|Ada withdrew/i)
    for (const search of ["Ada", "lovelace", "ada.lovelace@acme.test"]) {
      const found = yield* as(member).get(`/api/audit-log?search=${search}`)
      assert.deepInclude(found.body, { total: 0 }, search)
    }
  })

  // erasure-3: What is recorded about the case afterwards reads `[erased]` too.
  it.status(
    200,
    "entries about the case made afterwards read [erased] too, and a reason given then is not stored",
    function* () {
      const { member, offboardingId, person } = yield* aLeaver
      yield* erase(member, person.id)
      yield* withKey(yield* aKey(member)).patch(`/api/v1/offboardings/${offboardingId}`, {
        status: "cancelled",
        reason: "Ada withdrew it"
      })
      const last = (yield* readLog(member)).find(({ action }) => action === "offboarding_cancelled")
      assert.deepInclude(last, {
        target: "Offboarding of [erased]",
        details: "pending -> cancelled, reason: [withheld]"
      })
    }
  )

  // erasure-1
  it.status(200, "every key of the person goes, of each address and each case, and nobody else's", function* () {
    const { member, offboardingId, person } = yield* aLeaver
    const other = yield* aPerson(member, "Bo Diddley")
    const personKeys = yield* PersonKeys
    const second = yield* asSystem(() => personKeys.forPerson(member.orgId, "ada@home.test"))
    yield* systemSql`
          UPDATE offboardings SET employee_personal_email = 'ada@home.test' WHERE id = ${offboardingId}`
    // A case without an address has a key of its own; it is linked to the record.
    const third = yield* anOffboarding(member, { employee_name: "A. Lovelace", employee_email: null })
    yield* systemSql`UPDATE offboardings SET org_employee_id = ${person.id} WHERE id = ${third}`

    const answer = yield* erase(member, person.id)
    assert.deepInclude(answer.body, { offboardings: 2, keys_destroyed: 3 })
    const alive = yield* systemSql<{ readonly id: string }>`
          SELECT id FROM audit_person_keys WHERE org_id = ${member.orgId}
            AND (wrapped_key IS NOT NULL OR email_digest IS NOT NULL OR destroyed_at IS NULL)`
    const ids = alive.map(({ id }) => id)
    assert.notInclude(ids, second)
    assert.notInclude(ids, person.person_key_id)
    assert.include(ids, other.person_key_id)
    assert.notMatch(JSON.stringify(yield* readLog(member)), /lovelace/i)
    assert.include(JSON.stringify(yield* readLog(member)), "Bo Diddley")
  })

  it.status(200, "somebody else's address as the private one of a case erases nobody else", function* () {
    const { member, offboardingId, person } = yield* aLeaver
    const personKeys = yield* PersonKeys
    const colleague = yield* aPerson(member, "Bo Diddley")
    const leaver = yield* anOffboarding(member, { employee_name: "Cy", employee_email: "cy@acme.test" })
    const [boss] = yield* systemSql<{ readonly email: string }>`SELECT email FROM users WHERE id = ${member.userId}`
    const addresses = [colleague.email, "cy@acme.test", boss?.email ?? ""]
    const keys = yield* asSystem(() =>
      Effect.forEach(addresses, (address) => personKeys.forPerson(member.orgId, address))
    )
    yield* systemSql`UPDATE offboardings SET legal_hold = true WHERE id = ${leaver}`
    const more = yield* Effect.forEach([1, 2], (n) =>
      anOffboarding(member, { employee_name: "A. Lovelace", employee_email: `ada${n}@acme.test` })
    )
    yield* asSystem((sql) =>
      Effect.forEach(
        [offboardingId, ...more],
        (id, index) => sql`
          UPDATE offboardings SET org_employee_id = ${person.id}, employee_personal_email = ${addresses[index] ?? null}
          WHERE id = ${id}`
      )
    )
    assert.strictEqual((yield* erase(member, person.id)).status, 200)
    const alive = yield* systemSql<{ readonly id: string }>`
          SELECT id FROM audit_person_keys WHERE org_id = ${member.orgId} AND wrapped_key IS NOT NULL`
    assert.includeMembers(
      alive.map(({ id }) => id),
      [...keys]
    )
  })

  it.status(
    200,
    "of the private addresses of their cases what bears their own goes, what bears somebody else's stays",
    function* () {
      const { member, offboardingId, person } = yield* aLeaver
      const colleague = yield* aPerson(member, "Bo Diddley")
      yield* anOffboarding(member, { employee_name: "Cy", employee_email: "cy@acme.test" })
      const more = yield* Effect.forEach([1, 2], (n) =>
        anOffboarding(member, { employee_name: "A. Lovelace", employee_email: `ada${n}@acme.test` })
      )
      const [hers, ...others] = ["ada@home.test", colleague.email, "cy@acme.test"]
      yield* asSystem((sql) =>
        Effect.forEach([offboardingId, ...more], (id, index) => {
          const address = [hers, ...others][index]?.toUpperCase() ?? ""
          return sql`
            UPDATE offboardings SET org_employee_id = ${person.id}, employee_personal_email = ${address} WHERE id = ${id}`
        })
      )
      for (const email of [hers, ...others]) {
        assert.strictEqual((yield* as(member).post("/api/invites", { email, role: "hr" })).status, 201)
      }
      assert.strictEqual((yield* erase(member, person.id)).status, 200)
      const invited = yield* systemSql<{ readonly email: string }>`
          SELECT lower_email AS email FROM invites WHERE org_id = ${member.orgId} ORDER BY 1`
      assert.deepStrictEqual(
        invited.map(({ email }) => email),
        others
      )
      for (const email of others) assert.lengthOf(yield* mailsTo(email), 1)
      assert.deepStrictEqual(yield* mailsTo("ada@home.test"), [])
    }
  )

  // erasure-4: No copy of the name is left anywhere in the database, also of what is written at the same moment.
  it.status(200, "no copy of the name is left anywhere in the database", function* () {
    const { member, offboardingId, person } = yield* aLeaver
    const session = yield* aSession(member)
    yield* aPerson(member, "Bo Diddley", { managerEmail: person.email })
    yield* anOffboarding(member, { employee_name: "Bo", employee_email: "bo@acme.test", manager_email: person.email })
    yield* send("POST", "/api/webhooks", {
      bearer: session,
      body: { url: "https://127.0.0.1:9/hook", events: ["offboarding.created", "offboarding.stage_changed"] }
    })
    yield* send("POST", "/api/invites", { bearer: session, body: { email: person.email, role: "hr" } })
    const outbox = yield* Outbox
    const mails = yield* Mails
    const tell = asSystem(() =>
      outbox.append(member.orgId, {
        _tag: "offboarding.created",
        offboardingId: OffboardingId.make(offboardingId),
        employeeName: "Ada Lovelace",
        source: "api"
      })
    )
    yield* tell
    yield* Effect.repeat(outbox.dispatch(member.orgId), { until: (dispatched) => dispatched === 0 })
    yield* tell
    yield* asSystem(() => mails.queue({ orgId: member.orgId, to: person.email, subject: "Hello", paragraphs: ["Ada"] }))
    yield* systemSql`
          INSERT INTO revocation_runs (org_id, id, offboarding_id, trigger, status, created_at)
          VALUES (${member.orgId}, ${offboardingId}, ${offboardingId}, 'app', 'finished', now())`
    yield* systemSql`
          INSERT INTO revocation_results (org_id, run_id, service_name, position, message)
          VALUES (${member.orgId}, ${offboardingId}, 'crm', 0, 'No user ADA.lovelace@acme.test'),
            (${member.orgId}, ${offboardingId}, 'github', 1, 'Not found')`
    yield* aLeftBehind(member.orgId, offboardingId, { label: "laptop of Ada Lovelace" })
    yield* anEntitlement(member.orgId, offboardingId, { label: "team of Lovelace", terms: '{"login":"lovelace"}' })
    const tables = yield* systemSql<{ readonly name: string }>`
          SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
          WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attname = 'org_id' ORDER BY 1`
    const naming = Effect.forEach(tables, ({ name }) =>
      asSystem(
        (sql) => sql<{ readonly count: number }>`
            SELECT count(*)::int AS count FROM ${sql(name)} t
            WHERE t.org_id = ${member.orgId} AND t::text ~* 'lovelace'`
      ).pipe(Effect.map((rows) => ((rows[0]?.count ?? 0) > 0 ? [name] : [])))
    ).pipe(Effect.map((names) => names.flat()))
    const before = yield* naming
    assert.includeMembers(before, [
      "entitlements",
      "invites",
      "left_behind_items",
      "mail_outbox",
      "notifications",
      "offboardings",
      "org_employees",
      "outbox_events",
      "revocation_results",
      "webhook_deliveries"
    ])
    const declared = new Set(copies.flatMap(({ keeps }) => Object.keys(keeps)))
    assert.deepStrictEqual(
      before.filter((table) => !declared.has(table)),
      [],
      "each is declared by its domain"
    )

    yield* erase(member, person.id)
    assert.deepStrictEqual(yield* naming, [])
    const deliveries = yield* systemSql<{ readonly content: unknown }>`
          SELECT content FROM webhook_deliveries WHERE org_id = ${member.orgId}
            AND content -> 'data' ->> 'offboardingId' = ${offboardingId}`
    assert.isNotEmpty(deliveries)
    for (const { content } of deliveries) {
      assert.deepStrictEqual(content, {
        type: "offboarding_created",
        title: "Offboarding created",
        body: "Offboarding created",
        data: { offboardingId, employeeName: "[erased]", source: "api" }
      })
    }
    yield* Effect.repeat(outbox.dispatch(member.orgId), { until: (dispatched) => dispatched === 0 })
    assert.deepStrictEqual(yield* naming, [])
  })

  // erasure-7: Exports of the organisation from before are withdrawn.
  it.status(200, "exports of the organisation made before are withdrawn, and their files deleted", function* () {
    const { member, person } = yield* aLeaver
    yield* as(member).post("/api/account/org-export")
    yield* runJob("org-exports", member)
    const files = yield* Files
    const kept = () => files.list(`org-exports/${member.orgId}`)
    assert.lengthOf(yield* kept(), 1)
    yield* erase(member, person.id)
    const listed = yield* as(member).get("/api/account/org-export")
    assert.include(listed.text, '"status":"expired"')
    yield* runJob("org-export-expiry", member)
    assert.deepStrictEqual(yield* kept(), [])
  })

  // erasure-18: An export that is being built starts over after an erasure.
  it.status(200, "an export that is being built begins anew, for its snapshot has the person", function* () {
    const { member, person } = yield* aLeaver
    yield* as(member).post("/api/account/org-export")
    yield* systemSql`
          UPDATE organisation_exports SET status = 'running', claims = 1, leased_by = ${randomUUID()},
            leased_until = '2026-03-02T09:10:00Z'
          WHERE org_id = ${member.orgId}`
    assert.deepInclude(yield* runJob("org-exports", member), { ready: 0 })
    yield* erase(member, person.id)
    assert.deepInclude(yield* runJob("org-exports", member), { ready: 1 })
    const files = yield* Files
    const [key = ""] = yield* files.list(`org-exports/${member.orgId}`)
    const zip = yield* filesOfZip(Buffer.concat(yield* Stream.runCollect(files.get(key))))
    assert.include(zip.get("org_employees.json")?.toString(), "[erased]")
    assert.notMatch([...zip].map(([, content]) => content.toString()).join("\n"), /lovelace/i)
  })

  // erasure-20: An erased person does not become active again when their offboarding is canceled.
  it.status(200, "whoever was erased is not active again when their case is cancelled", function* () {
    const { member, offboardingId, person } = yield* aLeaver
    yield* erase(member, person.id)
    const bearer = yield* aKey(member)
    const cancelled = yield* send("PATCH", `/api/v1/offboardings/${offboardingId}`, {
      bearer,
      body: { status: "cancelled", reason: "It was a mistake" }
    })
    assert.strictEqual(cancelled.status, 200)
    const people = yield* systemSql`SELECT status FROM org_employees WHERE id = ${person.id}`
    assert.deepStrictEqual(people, [{ status: "inactive" }])
    assert.notInclude(
      (yield* readLog(member)).map(({ action }) => action),
      "employee_reactivated"
    )
  })

  // erasure-11: A second time answers the same and changes nothing; the address afterwards is somebody new.
  it.status(200, "a second time answers the same and changes nothing", function* () {
    const { member, person } = yield* aLeaver
    const first = yield* erase(member, person.id)
    const log = yield* storedEntries(member)
    assert.deepStrictEqual((yield* erase(member, person.id)).body, first.body)
    assert.deepStrictEqual(yield* storedEntries(member), log)
  })

  // erasure-11
  it.status(200, "the same address afterwards is somebody new, with a key of their own", function* () {
    const { member, person } = yield* aLeaver
    yield* erase(member, person.id)
    const again = yield* aPerson(member, "Ada Lovelace")
    assert.notStrictEqual(again.person_key_id, person.person_key_id)
    const log = (yield* readLog(member)).filter(({ action }) => action === "employee_created")
    assert.deepStrictEqual(
      log.map(({ target }) => target),
      ["Employee [erased]", "Employee Ada Lovelace"]
    )
  })

  it.status(200, "a key opened before the erasure opens nothing afterwards", function* () {
    const { member, person } = yield* aLeaver
    const personKeys = yield* PersonKeys
    const db = yield* Db
    const [created] = (yield* storedEntries(member)).filter(({ entry }) => entry.includes("employee_created"))
    const read = asCaller(member)(db.transact(personKeys.reveal(member.orgId, [created?.entry ?? ""])))
    assert.include((yield* read).join(""), "Ada Lovelace")
    yield* erase(member, person.id)
    assert.notInclude((yield* read).join(""), "Ada")
    assert.include((yield* read).join(""), "[erased]")
  })

  // erasure-4
  it.status(200, "whatever is recorded at the same moment reads [erased] too, or is not stored", function* () {
    for (let round = 0; round < 5; round += 1) {
      const { member, offboardingId, person } = yield* aLeaver
      const bearer = yield* aKey(member)
      const moves = ["notice_period", "pending", "notice_period", "cancelled"].map((status) =>
        send("PATCH", `/api/v1/offboardings/${offboardingId}`, {
          bearer,
          body: { status, reason: "Ada withdrew it" }
        })
      )
      const [erased, ...moved] = yield* Effect.all([erase(member, person.id), ...moves], { concurrency: "unbounded" })
      assert.strictEqual(erased?.status, 200, erased?.text)
      for (const { status, text } of moved) assert.include([200, 409], status, text)
      assert.notMatch(JSON.stringify(yield* readLog(member)), /lovelace|Ada withdrew/i)
      const verified = yield* as(member).get("/api/audit-log/verify")
      assert.deepInclude(verified.body, { ok: true })
    }
  })

  it.status(400, "an id that is no UUID", function* () {
    const { member } = yield* aLeaver
    assert.strictEqual((yield* erase(member, "ada")).status, 400)
  })

  it.status(403, "by a record that somebody makes for the address of an offboarding out of their scope", function* () {
    const member = yield* aSuperAdmin()
    yield* anOffboarding(member, { employee_email: "bo@acme.test", employee_department: "Finance" })
    const sales = yield* aMember(member.orgId, {
      permissions: ["employees_manage"],
      scope: "departments",
      departments: ["Sales"]
    })
    const made = yield* as(sales).post("/api/org-employees", {
      full_name: "Bo",
      email: "bo@acme.test",
      department: "Sales"
    })
    const id = yield* idOf(made.body)
    assert.strictEqual((yield* erase(sales, id)).status, 403)
    assert.include(JSON.stringify(yield* readLog(member)), "Ada Lovelace")
    assert.strictEqual((yield* erase(member, id)).status, 200)
  })

  // erasure-13: A person of another organisation, and one out of the caller's scope, is 404.
  it.status(404, "nobody of the directory, another organisation's, and one out of the caller's scope", function* () {
    const { member, person } = yield* aLeaver
    const stranger = yield* aSuperAdmin()
    const scoped = yield* aMember(member.orgId, {
      permissions: ["employees_manage"],
      scope: "departments",
      departments: ["Sales"]
    })
    for (const [who, id] of [
      [member, randomUUID()],
      [stranger, person.id],
      [scoped, person.id]
    ] as const) {
      const answer = yield* withStatus(404, erase(who, id))
      assert.deepStrictEqual(answer.body, { error: "Employee not found" })
    }
    assert.include(JSON.stringify(yield* readLog(member)), "Ada Lovelace")
  })

  // erasure-8: While a case of the person is on legal hold, and 7 days after, it is 409 `legal_hold`.
  it.status(409, "legal_hold: while a case is held, and for 7 days after its release", function* () {
    const { member, offboardingId, person } = yield* aLeaver
    const hold = (held: boolean, releasedDaysAgo: number | null) =>
      asSystem((sql) => {
        const released =
          releasedDaysAgo === null ? null : DateTime.toDateUtc(DateTime.subtract(start, { days: releasedDaysAgo }))
        return sql`
            UPDATE offboardings SET legal_hold = ${held}, legal_hold_released_at = ${released}::timestamptz
            WHERE id = ${offboardingId}`
      })
    for (const [held, days] of [
      [true, null],
      [false, 6]
    ] as const) {
      yield* hold(held, days)
      const refused = yield* withStatus(409, erase(member, person.id))
      assert.deepInclude(refused.body, { code: "legal_hold" })
      assert.include(JSON.stringify(yield* readLog(member)), "Ada Lovelace")
    }
    yield* hold(false, 7)
    assert.strictEqual((yield* erase(member, person.id)).status, 200)
  })

  const aLeaverToRevoke = Effect.gen(function* () {
    const leaver = yield* aLeaver
    const { member, offboardingId } = leaver
    yield* asSystem((sql) =>
      Effect.andThen(
        sql`
          INSERT INTO revocation_apps (org_id, offboarding_id, service_name, position)
          VALUES (${member.orgId}, ${offboardingId}, 'Notion', 1)`,
        sql`
          INSERT INTO revocation_schedules (org_id, offboarding_id, due_at)
          VALUES (${member.orgId}, ${offboardingId}, '2026-05-01')`
      )
    )
    const refused = yield* withStatus(409, erase(member, leaver.person.id))
    assert.deepInclude(refused.body, { code: "revocation_outstanding" })
    return leaver
  })

  // erasure-9: While access is still to be revoked it is 409 `revocation_outstanding`.
  it.status(409, "revocation_outstanding: while access is to be revoked, which needs the address", function* () {
    const { member, offboardingId, person } = yield* aLeaverToRevoke
    yield* withKey(yield* aKey(member)).patch(`/api/v1/offboardings/${offboardingId}`, {
      status: "cancelled",
      reason: "Ada withdrew it"
    })
    assert.strictEqual((yield* erase(member, person.id)).status, 200)
  })

  // erasure-19: Access that was confirmed manually as removed does not prevent an erasure.
  it.effect(
    "… and not once the last app was confirmed removed by hand, though the last day is still to come",
    function* () {
      const { member, offboardingId, person } = yield* aLeaverToRevoke
      const confirmed = yield* as(member).post(`/api/employees/${offboardingId}/apps/Notion/confirm-removed`, {})
      assert.strictEqual(confirmed.status, 200, JSON.stringify(confirmed.body))
      assert.strictEqual((yield* erase(member, person.id)).status, 200)
    }
  )
})
