import { assert, layer } from "#test/support/suite"
import type { OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { ResidualAccessChecks } from "#access-removal/residual-access/checks"
import { aScimVendor } from "#test/access-removal/revocations/support"
import { Revocations } from "#access-removal/revocations/service"
import { TestApp } from "#test/support/TestApp"
import { asCaller, aSuperAdmin } from "#test/support/people"
import { aCase } from "#test/offboarding/cases/support"
import { Statements, statementsOf } from "#test/support/statements"
import { asOwner } from "#test/support/tables"
import { Integrations } from "#connections/integrations/service"

/** How PostgreSQL goes about it for the role that asks. */
const planOf = Effect.fnUntraced(function* (
  role: "svc_app" | "svc_system",
  orgId: OrgId,
  statement: string,
  values: ReadonlyArray<string | number>
) {
  const literal = (value: string | number) => (typeof value === "number" ? String(value) : `'${value}'`)
  const text = statement.replaceAll(/\$(\d+)/g, (_, place) => literal(values[Number(place) - 1] ?? ""))
  const rows = yield* asOwner((sql) =>
    Effect.gen(function* () {
      yield* sql`SELECT set_config('svc.org_id', ${orgId}, true), set_config('role', ${role}, true)`
      return yield* sql.unsafe<{ readonly "QUERY PLAN": string }>(`EXPLAIN ${text}`)
    })
  )
  return rows.map((row) => row["QUERY PLAN"]).join("\n")
})

/** Years of cases that ended long ago, some that are open, all of them cut at one app. */
const manyCases = Effect.fnUntraced(function* (orgId: OrgId, like: string) {
  yield* asOwner((sql) =>
    Effect.gen(function* () {
      yield* sql`
        INSERT INTO offboardings (org_id, id, employee_name, employee_email, exit_date, status, separation_type, source,
          person_key_id, completed_at, created_at, updated_at)
        SELECT o.org_id, gen_random_uuid(), 'Person ' || n, 'person' || n || '@acme.test', o.exit_date,
          CASE WHEN n % 20 = 0 THEN 'it_revocation' ELSE 'completed' END, o.separation_type, o.source, o.person_key_id,
          CASE WHEN n % 20 = 0 THEN NULL ELSE now() - interval '3 years' END, now(), now()
        FROM offboardings o, generate_series(1, 20000) AS n WHERE o.org_id = ${orgId} AND o.id = ${like}`
      yield* sql`
        INSERT INTO revocation_apps (org_id, offboarding_id, service_name, position, outcome, verified, revoked_at)
        SELECT org_id, id, 'Notion', 1, 'revoked', true, now() FROM offboardings WHERE org_id = ${orgId}
        ON CONFLICT DO NOTHING`
      yield* sql`
        INSERT INTO residual_access_checks (org_id, offboarding_id, service_name, checked_at, standing)
        SELECT org_id, id, 'Notion', now(), 'inactive' FROM offboardings
        WHERE org_id = ${orgId} AND employee_name LIKE 'Person %'`
      yield* sql`ANALYZE offboardings`
      yield* sql`ANALYZE revocation_apps`
      yield* sql`ANALYZE residual_access_checks`
    })
  )
})

layer(TestApp.pipe(Layer.provideMerge(Statements.layer)))("what looking at removed accounts costs", (it) => {
  it.effect("open cases are found by an index among those of years before", function* () {
    const admin = yield* aSuperAdmin()
    const { orgId } = admin
    const vendor = yield* aScimVendor()
    const integrations = yield* Integrations
    yield* integrations
      .connectRevocationTarget({
        service_name: "Notion",
        protocol: "scim",
        base_url: vendor.baseUrl,
        token: vendor.token
      })
      .pipe(asCaller(admin))
    const { id } = yield* aCase(admin, { apps_to_revoke: ["Notion"] })
    yield* manyCases(orgId, id)
    const checks = yield* ResidualAccessChecks
    const { statements } = yield* statementsOf(Effect.as(checks.look(orgId), { status: 200 }))
    const due = statements.find((text) => text.includes("later.lower_employee_email")) ?? ""
    const open = "{pending,notice_period,it_revocation,asset_recovery}"
    const at = (days: number) => Effect.map(DateTime.now, (now) => DateTime.formatIso(DateTime.subtract(now, { days })))
    const plan = yield* planOf("svc_app", orgId, due, [
      orgId,
      open,
      orgId,
      yield* at(365),
      yield* at(90),
      yield* at(1),
      yield* at(7),
      50
    ])
    assert.include(plan, "offboardings_open_exit", due)
    assert.notInclude(plan, "Seq Scan on revocation_apps")
  })

  it.effect("retries that are due are found by an index among all that were given up", function* () {
    const admin = yield* aSuperAdmin()
    const { orgId } = admin
    const { id } = yield* aCase(admin)
    yield* manyCases(orgId, id)
    yield* asOwner((sql) =>
      Effect.gen(function* () {
        const run = randomUUID()
        yield* sql`
            INSERT INTO revocation_runs (org_id, id, offboarding_id, trigger, status, created_at)
            VALUES (${orgId}, ${run}, ${id}, 'app', 'finished', now())`
        yield* sql`
            INSERT INTO revocation_retries (org_id, offboarding_id, service_name, run_id, attempts, next_attempt_at,
              last_error, given_up_at)
            SELECT a.org_id, a.offboarding_id, a.service_name, ${run}, 7, NULL, '', now()
            FROM revocation_apps a WHERE a.org_id = ${orgId}`
        yield* sql`ANALYZE revocation_retries`
      })
    )
    const revocations = yield* Revocations
    const { statements } = yield* statementsOf(Effect.as(revocations.queueDue(orgId), { status: 200 }))
    const due = statements.find((text) => text.includes("FROM revocation_retries t")) ?? ""
    const now = DateTime.formatIso(yield* DateTime.now)
    const plan = yield* planOf("svc_system", orgId, due, [now, orgId, orgId, 200])
    assert.include(plan, "revocation_retries_due", due)
  })
})
