import { assert, layer } from "#test/support/suite"
import { EmployeeId, type OrgId } from "@svc/contract/kernel/ids"
import { AccountExport } from "@svc/contract/own-account/schema"
import { DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { PersonKeys } from "#audit/record/person-keys"
import { Db } from "#platform/database/db"
import { TestApp } from "#test/support/TestApp"
import { aSessionBy, joins, nameOf, notified, startedBy } from "./support.ts"
import { labelled } from "#test/support/labelled"
import {
  aKey,
  aMember,
  anOrganisation,
  asCaller,
  aSession,
  asSystemCaller,
  aSuperAdmin,
  type Member
} from "#test/support/people"
import { send, withStatus } from "#test/support/requests"
import { asOwner, asSystem, systemSql } from "#test/support/tables"
import { entriesOf, toldOf } from "#test/support/log"

const decode = Schema.decodeUnknownEffect(AccountExport)

const download = (bearer: string) => send("GET", "/api/account/export", { bearer })

const exported = (bearer: string) => Effect.flatMap(download(bearer), ({ body }) => decode(body))

/** A directory record with this address. */
const listed = Effect.fnUntraced(function* (orgId: OrgId, email: string) {
  const personKeys = yield* PersonKeys
  const now = DateTime.toDateUtc(yield* DateTime.now)
  const id = EmployeeId.make(randomUUID())
  const person_key_id = yield* asSystem(() => personKeys.forPerson(orgId, email))
  yield* asSystem(
    (sql) =>
      sql`INSERT INTO org_employees ${sql.insert({
        org_id: orgId,
        id,
        full_name: "Ada Lovelace",
        email,
        department: "Research",
        person_key_id,
        created_at: now,
        updated_at: now
      })}`
  )
  return id
})

/** An entry that nobody signed in made, about whoever has this address. */
const recordAbout = Effect.fnUntraced(function* (
  orgId: OrgId,
  email: string,
  about: { readonly action: string; readonly orgEmployeeId?: string; readonly offboardingId?: string }
) {
  const audit = yield* Audit
  const personKeys = yield* PersonKeys
  const db = yield* Db
  yield* db
    .transact(
      Effect.gen(function* () {
        const key = yield* personKeys.forPerson(orgId, email)
        yield* audit.record({
          ...about,
          action: labelled(about.action),
          target: auditText`${personal(key, email)}`,
          details: auditText`by hand`
        })
      })
    )
    .pipe(asSystemCaller(orgId))
})

const recordBy = Effect.fnUntraced(function* (member: Member, count: number) {
  const audit = yield* Audit
  const db = yield* Db
  yield* db
    .transact(
      Effect.forEach(
        Array.from({ length: count }, (_, index) => index),
        (index) => audit.record({ action: labelled("probe"), target: auditText`${index}`, details: auditText`` }),
        { discard: true }
      )
    )
    .pipe(asCaller(member))
})

layer(TestApp)("GET /api/account/export", (it) => {
  // accounts-11: `GET /api/account/export` holds account, memberships, directory records, offboardings started, audit
  //   trail, notifications and active keys of the user, and no other data.
  it.status(
    200,
    "account, memberships, directory records, offboardings started, notifications, active API keys",
    function* () {
      const member = yield* aSuperAdmin()
      const recordId = yield* listed(member.orgId, member.email.toUpperCase())
      yield* listed(member.orgId, "somebody.else@acme.test")
      const caseId = yield* startedBy(member, "completed", { name: "Grace Hopper", email: "grace@acme.test" })
      yield* notified(member, "A task is overdue")
      const key = yield* aKey(member)
      const colleague = yield* aMember(member.orgId)
      yield* aKey(colleague)
      yield* startedBy(colleague)
      yield* notified(colleague, "Not theirs")
      const now = yield* DateTime.now

      const answer = yield* withStatus(200, download(yield* aSession(member)))
      assert.strictEqual(answer.headers["content-type"], "application/json")
      assert.strictEqual(answer.headers["cache-control"], "no-store")
      assert.match(
        answer.headers["content-disposition"] ?? "",
        /^attachment; filename="personal-data-\d{4}-\d\d-\d\d\.json"/
      )
      const data = yield* decode(answer.body)
      assert.deepStrictEqual(data.exported_at, now)
      assert.deepInclude(data.account, {
        id: member.userId,
        email: member.email,
        full_name: "The superadmin",
        two_factor_enabled: false
      })
      assert.lengthOf(data.account.sessions, 1)
      assert.lengthOf(data.memberships, 1)
      assert.deepInclude(data.memberships[0], {
        org_id: member.orgId,
        org_name: (yield* nameOf(member.orgId)) ?? "",
        role: "superadmin",
        sole_superadmin: false
      })
      assert.deepStrictEqual(
        data.directory_records.map(({ id, org_id }) => [org_id, id]),
        [[member.orgId, recordId]]
      )
      assert.deepStrictEqual(
        data.offboardings_started.map(({ employee_name, id, status }) => [id, employee_name, status]),
        [[caseId, "Grace Hopper", "completed"]]
      )
      assert.deepStrictEqual(
        data.notifications.map(({ title }) => title),
        ["A task is overdue"]
      )
      assert.deepStrictEqual(
        data.api_keys.map(({ key_prefix, name }) => [name, key_prefix]),
        [["Test", key.slice(0, 12)]]
      )
      assert.notInclude(answer.text, key)
      assert.notMatch(answer.text, /digest|password_hash|totp_secret|"secret"/)
    }
  )

  it.status(200, "revoked and expired API keys are not active ones", function* () {
    const member = yield* aSuperAdmin()
    yield* aKey(member)
    yield* aKey(member)
    const now = DateTime.toDateUtc(yield* DateTime.now)
    yield* systemSql`UPDATE api_keys SET revoked_at = ${now} WHERE ctid = (
          SELECT ctid FROM api_keys WHERE org_id = ${member.orgId} LIMIT 1)`
    yield* systemSql`UPDATE api_keys SET expires_at = ${now} WHERE org_id = ${member.orgId} AND revoked_at IS NULL`
    assert.deepStrictEqual((yield* exported(yield* aSession(member))).api_keys, [])
  })

  // accounts-11
  it.status(200, "the audit trail holds the entries by and about the user, readable, and nobody else's", function* () {
    const member = yield* aMember(yield* anOrganisation(), "hr")
    const colleague = yield* aMember(member.orgId, "hr")
    const recordId = yield* listed(member.orgId, member.email)
    yield* startedBy(member, "completed", { name: "Grace Hopper" })
    yield* startedBy(colleague, "completed", { name: "Not theirs" })
    yield* recordAbout(member.orgId, member.email, { action: "about_user" })
    yield* recordAbout(member.orgId, "other@acme.test", { action: "about_record", orgEmployeeId: recordId })
    yield* recordAbout(member.orgId, colleague.email, { action: "about_colleague" })
    const { audit_trail } = yield* exported(yield* aSession(member))
    const rows = audit_trail.map(({ action, by_you }) => [action, by_you])
    assert.deepStrictEqual(rows, [
      ["offboarding_created", true],
      ["about_user", false],
      ["about_record", false],
      ["account_exported", true]
    ])
    assert.include(audit_trail[0]?.target ?? "", "Grace Hopper")
    assert.strictEqual(audit_trail[1]?.target, member.email)
    assert.notInclude(JSON.stringify(audit_trail), "[[aps:")
  })

  // accounts-19: The export leaves out an offboarding of the user.
  it.status(200, "an offboarding of the user themselves, of which they may not know yet, is not told", function* () {
    const member = yield* aMember(yield* anOrganisation(), "manager")
    const hr = yield* aMember(member.orgId, "hr")
    const id = yield* startedBy(hr, "notice_period", { name: "Secret Leaver", email: member.email })
    const answer = yield* withStatus(200, download(yield* aSession(member)))
    assert.notInclude(answer.text, "Secret Leaver")
    assert.notInclude(answer.text, id)
  })

  // accounts-20: Erased values read `[erased]` in the export.
  it.status(200, "what was erased reads [erased]", function* () {
    const member = yield* aMember(yield* anOrganisation(), "hr")
    const id = yield* startedBy(member, "completed", { name: "Grace Hopper", email: "gone@acme.test" })
    const now = DateTime.toDateUtc(yield* DateTime.now)
    yield* systemSql`UPDATE audit_person_keys SET wrapped_key = NULL, email_digest = NULL, destroyed_at = ${now}
          WHERE id = (SELECT person_key_id FROM offboardings WHERE id = ${id})`
    const answer = yield* download(yield* aSession(member))
    assert.notInclude(answer.text, "Grace Hopper")
    assert.notInclude(answer.text, "gone@acme.test")
    const data = yield* decode(answer.body)
    assert.deepStrictEqual(
      data.offboardings_started.map((started) => [started.employee_name, started.employee_email]),
      [["[erased]", null]]
    )
  })

  it.status(200, "every page of a long trail, each entry once and oldest first", function* () {
    const member = yield* aMember(yield* anOrganisation(), "manager")
    // Over two pages of 500 and just one full page more.
    yield* recordBy(member, 1499)
    const { audit_trail } = yield* exported(yield* aSession(member))
    assert.deepStrictEqual(
      audit_trail.slice(0, -1).map(({ target }) => target),
      Array.from({ length: 1499 }, (_, index) => String(index))
    )
    assert.strictEqual(audit_trail.at(-1)?.action, "account_exported")
  })

  it.status(200, "entries far apart in a long log, and more notifications than a page holds", function* () {
    const member = yield* aMember(yield* anOrganisation(), "manager")
    yield* recordBy(member, 1)
    // As if others had made 120,000 entries in between.
    yield* asOwner((sql) => sql`UPDATE audit_heads SET seq = seq + 120000 WHERE org_id = ${member.orgId}`)
    yield* recordBy(member, 1)
    yield* notified(member)
    yield* systemSql`
          INSERT INTO notifications (org_id, id, user_id, type, title, body, created_at)
          SELECT org_id, gen_random_uuid(), user_id, type, title, body, created_at
          FROM notifications CROSS JOIN generate_series(1, 1000) WHERE user_id = ${member.userId}`
    const data = yield* exported(yield* aSession(member))
    assert.deepStrictEqual(
      data.audit_trail.map(({ action }) => action),
      ["probe", "probe", "account_exported"]
    )
    assert.strictEqual(new Set(data.notifications.map(({ id }) => id)).size, 1001)
    assert.lengthOf(data.notifications, 1001)
  })

  // accounts-17: The export covers all organizations of the account, and each record names its own.
  it.status(200, "all organisations of the user, each record naming its own; audited in the active one", function* () {
    const member = yield* aMember(yield* anOrganisation(), "hr")
    const elsewhere = yield* joins(member, yield* anOrganisation(), "hr")
    const stranger = yield* aMember(yield* anOrganisation(), "hr")
    for (const one of [member, elsewhere, stranger]) {
      yield* notified(one)
      yield* recordBy(one, 1)
      yield* startedBy(one)
    }
    const data = yield* exported(yield* aSession(member))
    const both = [member.orgId, elsewhere.orgId]
    const orgs = (records: ReadonlyArray<{ readonly org_id: OrgId }>) => records.map(({ org_id }) => org_id)
    assert.sameMembers(orgs(data.memberships), both)
    assert.sameMembers(orgs(data.notifications), both)
    assert.sameMembers(orgs(data.offboardings_started), both)
    assert.sameMembers([...new Set(orgs(data.audit_trail))], both)
    assert.deepStrictEqual(yield* toldOf(member.orgId, { action: "account_exported" }), [
      { actor_id: member.userId, target: member.email, details: "personal data of the account" }
    ])
    assert.lengthOf(yield* entriesOf(elsewhere.orgId, { action: "account_exported" }), 0)
  })

  // accounts-13
  it.status(200, "one organisation's identity provider opens that organisation's records alone", function* () {
    const member = yield* aMember(yield* anOrganisation(), "hr")
    const elsewhere = yield* joins(member, yield* anOrganisation(), "hr")
    yield* notified(elsewhere)
    yield* aSession(elsewhere)
    const answer = yield* withStatus(200, download(yield* aSessionBy(member, "saml")))
    assert.notInclude(answer.text, elsewhere.orgId)
  })

  it.status(200, "for any role, also in a read-only organisation", function* () {
    const member = yield* aMember(yield* anOrganisation({ planStatus: "canceled" }), { permissions: [] })
    assert.strictEqual((yield* download(yield* aSession(member))).status, 200)
  })

  // accounts-18: A user exports their account five times an hour at most.
  it.status(429, "the sixth within an hour, with Retry-After; a colleague has a limit of their own", function* () {
    const member = yield* aMember(yield* anOrganisation(), "hr")
    const bearer = yield* aSession(member)
    for (let count = 0; count < 5; count += 1) assert.strictEqual((yield* download(bearer)).status, 200)
    const over = yield* withStatus(429, download(bearer))
    assert.match(over.headers["retry-after"] ?? "", /^\d+$/)
    const colleague = yield* aMember(member.orgId, "hr")
    assert.strictEqual((yield* download(yield* aSession(colleague))).status, 200)
    yield* TestClock.adjust("1 hour")
    assert.strictEqual((yield* download(yield* aSession(member))).status, 200)
  })
})
