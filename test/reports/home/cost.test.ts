import { assert, layer } from "#test/support/suite"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Layer } from "effect"
import { TestApp } from "#test/support/TestApp"
import { aSuperAdmin } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { Statements, statementsOf } from "#test/support/statements"
import { asOwner } from "#test/support/tables"

/** 10,000 offboardings, one of 20 open, with 9 tasks, 2 apps and 2 documents each. */
const manyCases = (orgId: OrgId) =>
  asOwner((sql) =>
    Effect.gen(function* () {
      yield* sql`INSERT INTO audit_person_keys (org_id, id, created_at) VALUES (${orgId}, ${orgId}, now())`
      yield* sql`
        INSERT INTO offboardings (org_id, id, employee_name, exit_date, status, separation_type, source, person_key_id,
          created_at, updated_at, completed_at, legal_hold)
        SELECT ${orgId}, gen_random_uuid(), 'Person ' || n, date '2026-03-01' + n % 30,
          CASE WHEN n % 20 = 0 THEN 'pending' ELSE 'completed' END, 'resignation', 'app', ${orgId}, now(), now(),
          CASE WHEN n % 20 = 0 THEN NULL ELSE now() END, n % 100 = 0
        FROM generate_series(1, 10000) AS n`
      yield* sql`
        INSERT INTO checklist_items (org_id, id, offboarding_id, task, assigned_to, completed_at, created_at, position,
          sla_hours, sla_deadline)
        SELECT o.org_id, gen_random_uuid(), o.id, 'Task ' || t, 'HR', o.completed_at, now(), t,
          CASE WHEN t % 3 = 0 THEN 72 END, CASE WHEN t % 3 = 0 THEN timestamptz '2026-03-02' + t * interval '5 hours' END
        FROM offboardings o, generate_series(1, 9) AS t WHERE o.org_id = ${orgId}`
      yield* sql`
        INSERT INTO revocation_apps (org_id, offboarding_id, service_name, position, outcome, verified)
        SELECT o.org_id, o.id, 'app' || a, a, CASE WHEN o.legal_hold THEN 'failed' ELSE 'revoked' END, NOT o.legal_hold
        FROM offboardings o, generate_series(1, 2) AS a WHERE o.org_id = ${orgId}`
      yield* sql`
        INSERT INTO compliance_documents (org_id, id, offboarding_id, name, doc_type, status, created_at, updated_at)
        SELECT o.org_id, gen_random_uuid(), o.id, kind, kind,
          CASE WHEN o.status = 'completed' THEN 'signed' ELSE 'pending' END, now(), now()
        FROM offboardings o, unnest(array['NDA', 'Other']) AS kind WHERE o.org_id = ${orgId}`
      for (const table of ["offboardings", "checklist_items", "revocation_apps", "compliance_documents"]) {
        yield* sql`ANALYZE ${sql(table)}`
      }
    })
  )

/** The plan of a statement whose parameters are days, moments, numbers and ids, for the service's own role. */
const planOf = Effect.fnUntraced(function* (orgId: OrgId, statement: string) {
  const literals: ReadonlyArray<readonly [cast: RegExp, literal: string]> = [
    [/\$\d+::date/g, "date '2026-03-02'"],
    [/\$\d+::timestamptz/g, "timestamptz '2026-03-02T09:00:00Z'"],
    [/\$\d+::int/g, "14"],
    [/\$\d+::float8/g, "0.25"],
    [/\$\d+/g, `'${orgId}'`]
  ]
  const text = literals.reduce((before, [cast, literal]) => before.replaceAll(cast, literal), statement)
  const rows = yield* asOwner((sql) =>
    Effect.gen(function* () {
      yield* sql`SELECT set_config('svc.org_id', ${orgId}, true), set_config('role', 'svc_app', true)`
      return yield* sql.unsafe<{ readonly "QUERY PLAN": string }>(`EXPLAIN ${text}`)
    })
  )
  return rows.map((row) => row["QUERY PLAN"]).join("\n")
})

layer(TestApp.pipe(Layer.provideMerge(Statements.layer)))("what the figures of Home cost", (it) => {
  it.effect("fourteen statements, which find open work by indexes", function* () {
    const admin = yield* aSuperAdmin()
    yield* manyCases(admin.orgId)
    const { statements } = yield* withStatus(200, statementsOf(as(admin).get("/api/home")))
    const own = statements.filter((text) => !/(?:FROM|INTO) sessions/.test(text))
    assert.lengthOf(own, 14, own.join("\n\n"))
    const plans: Array<string> = []
    for (const statement of own.filter((text) => /sla_at_risk|nda_pending|revocation_retries/.test(text))) {
      plans.push(yield* planOf(admin.orgId, statement))
    }
    assert.lengthOf(plans, 3)
    for (const index of [
      "offboardings_open_exit",
      "checklist_items_sla_open",
      "revocation_apps_failed",
      "compliance_documents_nda",
      "compliance_documents_pending",
      "offboardings_hold"
    ]) {
      assert.include(plans.join("\n"), index)
    }
    assert.notMatch(plans.join("\n"), /Seq Scan on (?:checklist_items|compliance_documents|revocation_apps)/)
  })
})
