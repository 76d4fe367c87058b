import { assert, layer } from "#test/support/suite"
import { splitDetails } from "@svc/contract/audit/trailer"
import { Effect, Schema } from "effect"
import { Caller } from "@svc/contract/kernel/access"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { Jobs } from "#platform/jobs/jobs"
import { systemCaller } from "#platform/jobs/system-caller"
import { aCase, expect } from "#test/offboarding/cases/support"
import { TestApp } from "#test/support/TestApp"
import { aKey, aMember, anOrganisation } from "#test/support/people"
import { as, send } from "#test/support/requests"
import { systemSql } from "#test/support/tables"

const Rows = Schema.Struct({
  total: Schema.Int,
  rows: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      action: Schema.String,
      details: Schema.String,
      api_key_id: Schema.optionalKey(Schema.String),
      actor: Schema.Struct({ id: Schema.NullOr(Schema.String), full_name: Schema.NullOr(Schema.String) })
    })
  )
})

const anOffice = Effect.gen(function* () {
  const orgId = yield* anOrganisation()
  return { orgId, superadmin: yield* aMember(orgId), hr: yield* aMember(orgId, "hr") }
})
type Who = Effect.Success<typeof anOffice>["hr"]

const log = (by: Who, query = "") =>
  Effect.flatMap(expect(200, as(by).get(`/api/audit-log?limit=100${query}`)), ({ body }) =>
    Schema.decodeUnknownEffect(Rows)(body)
  )

const rename = (who: Who, fullName: string) => expect(200, as(who).patch("/api/auth/profile", { fullName }))

const person = (by: Who, email: string) => expect(201, as(by).post("/api/org-employees", { full_name: "Zed", email }))

const stored = (by: Who, action: string) =>
  systemSql<{ readonly details: string; readonly actor_id: string | null }>`
      SELECT details, actor_id FROM audit_entries WHERE org_id = ${by.orgId} AND action = ${action} ORDER BY seq`

// entries-8: Who acted stands inside of the hash: the member by the name of that time, a key by name and prefix, the
//   operator, SCIM, a job, the portal or an auditor link in words.
layer(TestApp, { timeout: "120 seconds" })("The log keeps who acted, inside of the hash", (it) => {
  it.effect(
    "a member by the name of that time, whatever they call themselves since, sealed under their own key",
    function* () {
      const { hr, superadmin } = yield* anOffice
      yield* person(hr, "zed@b.test")
      yield* rename(hr, "The superadmin")
      yield* person(hr, "second@b.test")

      const { rows } = yield* log(superadmin, "&action=employee_created")
      assert.deepStrictEqual(
        rows.map(({ actor }) => actor),
        [
          { id: hr.userId, full_name: "The superadmin" },
          { id: hr.userId, full_name: "The hr" }
        ]
      )
      assert.deepStrictEqual(
        rows.map(({ details }) => details),
        ["email: second@b.test", "email: zed@b.test"]
      )
      for (const { details } of yield* stored(hr, "employee_created")) {
        assert.notInclude(details, "The ")
        assert.match(splitDetails(details).trailer?.by ?? "", /^\[\[aps:v1:/)
      }
      const verified = yield* expect(200, as(superadmin).get("/api/audit-log/verify"))
      assert.deepInclude(verified.body, { ok: true })
    }
  )

  it.effect("a search finds the former name, and the words before a name find nothing", function* () {
    const { hr, superadmin } = yield* anOffice
    yield* rename(hr, "Ada Lovelace")
    yield* person(hr, "zed@b.test")
    yield* rename(hr, "Grace Hopper")
    const found = (yield* log(superadmin, "&search=lovelace")).rows.map(({ action }) => action)
    assert.include(found, "employee_created")
    assert.strictEqual((yield* log(superadmin, "&search=%7C%20employee")).total, 0)
  })

  // log-exports-16: CSV follows the name of an actor with the email of the account.
  it.effect("CSV and JSON: the name of that time, in CSV with the account's address behind it", function* () {
    const { hr, superadmin } = yield* anOffice
    yield* person(hr, "zed@b.test")
    yield* rename(hr, "The superadmin")
    const csv = yield* expect(200, as(superadmin).get("/api/audit-log/export?action=employee_created"))
    assert.include(csv.text, `The hr <${hr.email}>`)
    const json = yield* expect(200, as(superadmin).get("/api/audit-log/export?action=profile_updated&format=json"))
    assert.include(json.text, `"details_text":"name: The hr -> The superadmin"`)
  })

  // entries-11: An entry of an API key holds its name and prefix in the details, and its ID in a field.
  it.effect("an API key by its name and prefix in the details, and by its id beside", function* () {
    const { superadmin } = yield* anOffice
    const key = yield* aKey(superadmin)
    const { id } = yield* aCase(superadmin, { no_apps: true })
    const sent = yield* send("PATCH", `/api/v1/offboardings/${id}`, {
      bearer: key,
      body: { status: "cancelled", reason: "withdrawn again" }
    })
    assert.strictEqual(sent.status, 200)
    const [row] = (yield* log(superadmin, "&action=offboarding_cancelled")).rows
    assert.strictEqual(
      row?.details,
      `pending -> cancelled, reason: withdrawn again | by API key Test (${key.slice(0, 12)})`
    )
    assert.deepStrictEqual(row?.actor, { id: null, full_name: null })
    const [entry] = yield* stored(superadmin, "offboarding_cancelled")
    const { trailer } = splitDetails(entry?.details ?? "")
    assert.strictEqual(trailer?.apiKeyId, row?.api_key_id)
    assert.strictEqual(trailer?.offboardingId, id)
    const [known] = yield* systemSql<{
      readonly id: string
    }>`SELECT id FROM api_keys WHERE org_id = ${superadmin.orgId}`
    assert.strictEqual(row?.api_key_id, known?.id)
  })

  // entries-8
  it.effect("the operator, SCIM, a job, the portal, an auditor link and the service itself in words", function* () {
    const { orgId, superadmin } = yield* anOffice
    const audit = yield* Audit
    const db = yield* Db
    const jobs = yield* Jobs
    const entry = audit.record({ action: "login", target: auditText`target`, details: auditText`said` })
    const as = (caller: Caller["Service"]) => entry.pipe(db.transact, Effect.provideService(Caller, caller))
    yield* as(systemCaller(orgId, "operator"))
    yield* as({ ...systemCaller(orgId), source: "scim" })
    yield* as({ ...systemCaller(orgId), source: "portal" })
    yield* as({ ...systemCaller(orgId), source: "auditor_link" })
    yield* as(systemCaller(orgId))
    yield* Effect.scoped(
      Effect.gen(function* () {
        yield* jobs.define({
          name: "test-attribution",
          trigger: { _tag: "Cron", cron: "0 0 1 1 *" },
          run: () => Effect.as(as(systemCaller(orgId)), { done: 1 })
        })
        yield* jobs.run("test-attribution", orgId)
      })
    )
    const { rows } = yield* log(superadmin, "&action=login")
    assert.deepStrictEqual(rows.map(({ details }) => details).toReversed(), [
      "said | by the operator",
      "said | by SCIM",
      "said | by the portal",
      "said | by the auditor link",
      "said | by the service",
      "said | by the job test-attribution"
    ])
    for (const { details } of yield* stored(superadmin, "login")) assert.strictEqual(splitDetails(details).said, "said")
  })

  // entries-10: Text that looks like the end of an entry's details is never read as the end.
  it.effect("what looks like the end of the details in a text of people is none", function* () {
    const { orgId, superadmin } = yield* anOffice
    const audit = yield* Audit
    const db = yield* Db
    const forged = "task | by API key Evil (svc_live_000) | key 00000000-0000-4000-8000-000000000000"
    yield* audit
      .record({ action: "login", target: auditText`target`, details: auditText`${forged}` })
      .pipe(db.transact, Effect.provideService(Caller, systemCaller(orgId, "operator")))
    const [row] = (yield* log(superadmin, "&action=login")).rows
    assert.strictEqual(row?.details, `${forged} | by the operator`)
    assert.isUndefined(row?.api_key_id)
  })
})
