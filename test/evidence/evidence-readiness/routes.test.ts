import { assert, layer } from "#test/support/suite"
import { CaseReadinessPage, EvidenceReadiness } from "@svc/contract/evidence-readiness/schema"
import { Effect, Layer, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { AuditAnchors } from "#audit/anchors/service"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { aMember, anOrganisation, asCaller, aSuperAdmin, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { Statements, statementsOf } from "#test/support/statements"
import { asOwner, asSystem } from "#test/support/tables"
import { TestApp } from "#test/support/TestApp"
import { type History, written } from "#test/reports/trends/histories"

const path = "/api/reports/evidence-readiness"

const decode = Schema.decodeUnknownEffect(Schema.toCodecJson(EvidenceReadiness), { onExcessProperty: "error" })
const decodeCases = Schema.decodeUnknownEffect(Schema.toCodecJson(CaseReadinessPage), { onExcessProperty: "error" })

const asked = Effect.fnUntraced(function* (member: Member, rest: string) {
  const answer = yield* withStatus(200, as(member).get(`${path}${rest}`))
  return answer.body
})
const reportOf = (member: Member, query = "") => Effect.flatMap(asked(member, query), decode)
const casesOf = (member: Member, query = "") => Effect.flatMap(asked(member, `/cases${query}`), decodeCases)

const countsOf = ({ controls }: EvidenceReadiness) =>
  Object.fromEntries(controls.map(({ control, missing, not_needed, shown }) => [control, [shown, missing, not_needed]]))

const minute = 60_000
/** Of somebody whose last day is 2026-02-20. */
const aHistory: History = {
  department: "Research",
  manager: "Boss@acme.test",
  type: "resignation",
  status: "completed",
  created: Date.UTC(2026, 1, 10) / minute,
  took: 0,
  notice: 10,
  zone: null,
  tasks: []
}
const aTask = { task: "Collect the badge", assignee: "HR", due: null, done: 60, notNeeded: null } as const

const at = new Date(Date.UTC(2026, 1, 21))

/** One case that lacks nothing, and one that lacks all that it can. */
const twoCases = Effect.fnUntraced(function* (admin: Member) {
  const { orgId } = admin
  const { cases } = yield* written(orgId, [
    { ...aHistory, tasks: [aTask] },
    { ...aHistory, notice: 9, tasks: [{ ...aTask, done: null }] }
  ])
  const [full = "", empty = ""] = cases.map(({ id }) => id)
  yield* asSystem((sql) =>
    Effect.gen(function* () {
      const app = { org_id: orgId, service_name: "crm", position: 0 }
      yield* sql`INSERT INTO revocation_apps ${sql.insert([
        { ...app, offboarding_id: full, outcome: "revoked", verified: true, revoked_at: at },
        { ...app, offboarding_id: empty, outcome: "failed", verified: false, revoked_at: null }
      ])}`
      yield* sql`
        UPDATE offboardings SET asset_return_confirmed_at = ${at}, legal_hold = true WHERE id = ${full}`
      const paper = { org_id: orgId, name: "NDA.pdf", created_at: at, updated_at: at }
      yield* sql`INSERT INTO compliance_documents ${sql.insert([
        { ...paper, id: randomUUID(), offboarding_id: full, status: "signed" },
        { ...paper, id: randomUUID(), offboarding_id: empty, status: "pending" }
      ])}`
      const interview = { org_id: orgId, sealed_booking_url: "sealed", sent_to: "work", invited_at: at, updated_at: at }
      yield* sql`INSERT INTO exit_interviews ${sql.insert([
        { ...interview, id: randomUUID(), offboarding_id: full, status: "completed" },
        { ...interview, id: randomUUID(), offboarding_id: empty, status: "invited" }
      ])}`
    })
  )
  return { full, empty }
})

/** Something about the case is written into the log. */
const anEntry = Effect.fnUntraced(function* (admin: Member, id: string) {
  const [audit, db] = [yield* Audit, yield* Db]
  yield* audit
    .record({
      action: "offboarding_updated",
      target: auditText`A case`,
      details: auditText`a change`,
      offboardingId: id
    })
    .pipe(db.transact, asCaller(admin))
})

layer(TestApp.pipe(Layer.provideMerge(Statements.layer)))("GET /api/reports/evidence-readiness", (it) => {
  // evidence-readiness-1
  it.status(200, "how many cases show each control, how many lack it, and of how many it is not needed", function* () {
    const admin = yield* aSuperAdmin()
    yield* twoCases(admin)
    const report = yield* reportOf(admin)
    assert.deepStrictEqual(countsOf(report), {
      access_removed: [1, 1, 0],
      access_verified: [1, 1, 0],
      equipment_returned: [1, 1, 0],
      papers_signed: [1, 1, 0],
      tasks_done: [1, 1, 0],
      exit_interview: [1, 1, 0],
      approval: [0, 0, 2],
      legal_hold: [1, 0, 1],
      audit_anchored: [2, 0, 0]
    })
    assert.deepInclude(report, { cases: 2, complete: 1 })
    assert.deepStrictEqual(report.chain, { anchored_at: null, verified_at: null, verified_ok: null })
  })

  // evidence-readiness-3: What no anchor covers yet is said to be so.
  it.status(
    200,
    "an entry that no anchor covers yet is lacking, until there is one; the last verification is told",
    function* () {
      const admin = yield* aSuperAdmin()
      const { full } = yield* twoCases(admin)
      yield* anEntry(admin, full)
      assert.deepStrictEqual(countsOf(yield* reportOf(admin))["audit_anchored"], [1, 1, 0])
      const [anchors, db] = [yield* AuditAnchors, yield* Db]
      yield* anchors.anchorHead("nightly").pipe(db.transact, asCaller(admin))
      assert.strictEqual((yield* as(admin).get("/api/audit-log/verify")).status, 200)
      const { chain, ...report } = yield* reportOf(admin)
      assert.deepStrictEqual(countsOf({ ...report, chain })["audit_anchored"], [2, 0, 0])
      assert.isNotNull(chain.anchored_at)
      assert.isNotNull(chain.verified_at)
      assert.isTrue(chain.verified_ok)
    }
  )

  it.status(200, "closed, open or all of them, but for cancelled ones, by their last day", function* () {
    const admin = yield* aSuperAdmin()
    yield* written(admin.orgId, [
      aHistory,
      { ...aHistory, status: "it_revocation" },
      { ...aHistory, status: "pending" },
      { ...aHistory, status: "cancelled" },
      { ...aHistory, notice: 60, status: "pending" },
      { ...aHistory, created: Date.UTC(2025, 3, 1) / minute }
    ])
    for (const [query, cases] of [
      ["", 1],
      ["?cases=open", 2],
      ["?cases=all", 3],
      ["?cases=all&from=2025-03-15&to=2026-03-14", 4]
    ] as const) {
      assert.strictEqual((yield* reportOf(admin, query)).cases, cases, query)
    }
  })

  // evidence-readiness-4: A year at most, read by an index.
  it.status(200, "of ten years of cases it reads those of the range, by an index", function* () {
    const admin = yield* aSuperAdmin()
    yield* twoCases(admin)
    const { statements } = yield* statementsOf(as(admin).get(path))
    const [statement = ""] = statements.filter((text) => text.includes("cases AS MATERIALIZED"))
    const plan = yield* asOwner((sql) =>
      Effect.gen(function* () {
        yield* sql`
            INSERT INTO offboardings (org_id, id, employee_name, exit_date, status, separation_type, source,
              person_key_id, created_at, updated_at)
            SELECT o.org_id, gen_random_uuid(), 'Ann Lee', '2016-01-01'::date + n, 'completed', 'resignation', 'app',
              o.person_key_id, o.created_at, o.created_at
            FROM offboardings o, generate_series(1, 3650) AS n WHERE o.org_id = ${admin.orgId}`
        yield* sql`ANALYZE offboardings`
        const places = Math.max(...[...statement.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place)))
        const values = Array.from({ length: places }, (_, place) =>
          statement.includes(`$${place + 1}::date`) ? "2026-01-01" : admin.orgId
        )
        return yield* sql.unsafe<{ readonly "QUERY PLAN": unknown }>(`EXPLAIN (FORMAT JSON) ${statement}`, values)
      })
    )
    const text = JSON.stringify(plan)
    assert.include(text, "offboardings_exit")
    assert.notMatch(text, /"Seq Scan","[^}]*"Relation Name":"(?:offboardings|audit_entries|checklist_items)"/)
  })

  it.status(400, "that names the parameter: cases of another kind, no real date, over a year", function* () {
    const admin = yield* aSuperAdmin()
    for (const [query, parameter] of [
      ["cases=cancelled", "cases"],
      ["from=2026-02-30&to=2026-03-01", "from"],
      ["from=2025-01-01&to=2026-01-02", "to"]
    ] as const) {
      const answer = yield* withStatus(400, as(admin).get(`${path}?${query}`), query)
      assert.match(answer.error, new RegExp(`^${parameter}: `), query)
    }
  })
})

layer(TestApp)("GET /api/reports/evidence-readiness/cases", (it) => {
  // evidence-readiness-2: Behind a count are its cases, within the caller's records.
  it.status(
    200,
    "each case with every control, the last to leave first; those that lack one, or one of them",
    function* () {
      const admin = yield* aSuperAdmin()
      const { empty, full } = yield* twoCases(admin)
      const all = yield* casesOf(admin)
      assert.deepStrictEqual(
        all.rows.map(({ offboarding_id }) => String(offboarding_id)),
        [full, empty]
      )
      const lacking = yield* casesOf(admin, "?lacks=access_verified")
      assert.strictEqual(lacking.total, 1)
      assert.strictEqual(lacking.rows[0]?.employee_name, "Ann Lee")
      assert.deepStrictEqual(lacking.rows[0]?.controls, {
        access_removed: "missing",
        access_verified: "missing",
        equipment_returned: "missing",
        papers_signed: "missing",
        tasks_done: "missing",
        exit_interview: "missing",
        approval: "not_needed",
        legal_hold: "not_needed",
        audit_anchored: "shown"
      })
      assert.strictEqual((yield* casesOf(admin, "?limit=1&offset=1")).rows[0]?.offboarding_id, empty)
      const one = yield* casesOf(admin, `?offboarding_id=${empty}&from=2025-01-01&to=2025-01-02`)
      assert.deepStrictEqual(
        one.rows.map(({ offboarding_id }) => String(offboarding_id)),
        [empty]
      )
    }
  )

  // evidence-readiness-2
  it.status(200, "within the caller's records, and nothing of another organisation, not even by its id", function* () {
    const orgId = yield* anOrganisation()
    const sales = yield* aMember(orgId, {
      permissions: ["compliance_view"],
      scope: "departments",
      departments: ["Sales"]
    })
    const { cases } = yield* written(orgId, [aHistory, { ...aHistory, department: "Sales" }])
    const [foreign = "", own] = cases.map(({ id }) => String(id))
    assert.deepStrictEqual(
      (yield* casesOf(sales)).rows.map(({ offboarding_id }) => String(offboarding_id)),
      [own]
    )
    assert.strictEqual((yield* casesOf(sales, `?offboarding_id=${foreign}`)).total, 0)
    assert.strictEqual((yield* reportOf(sales)).cases, 1)
    const stranger = yield* aSuperAdmin()
    assert.strictEqual((yield* casesOf(stranger, `?offboarding_id=${foreign}`)).total, 0)
  })

  it.status(400, "that names the parameter: no control, no id, a page that is none", function* () {
    const admin = yield* aSuperAdmin()
    for (const [query, parameter] of [
      ["lacks=everything", "lacks"],
      ["offboarding_id=nobody", "offboarding_id"],
      ["limit=0", "limit"]
    ] as const) {
      const answer = yield* withStatus(400, as(admin).get(`${path}/cases?${query}`), query)
      assert.match(answer.error, new RegExp(`^${parameter}: `), query)
    }
  })
})
