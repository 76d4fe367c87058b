import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { AuditVerification } from "#audit/verification/service"
import { asOwner, inTables } from "#test/support/tables"
import { withKey } from "#test/support/requests"
import { leaver } from "#test/support/cases"
import { aCase, anIntegrator, OffboardingsSurface } from "./support.ts"

const path = "/api/v1/offboardings"

layer(OffboardingsSurface)("POST /api/v1/offboardings, many at once", (it) => {
  it.status(
    201,
    "and 409: fifty over five organisations never lock each other out, and every chain verifies",
    function* () {
      const verification = yield* AuditVerification
      const integrators = yield* Effect.forEach(Array.from({ length: 5 }), () => anIntegrator())
      const wanted = integrators.flatMap((from) =>
        // Every person twice, in two departments: the second meets the first's key, case or both.
        Array.from({ length: 10 }, (_, n) => ({
          from,
          body: leaver({ employee_email: `person-${n % 5}@acme.test`, employee_department: n < 5 ? "East" : "West" })
        }))
      )
      const answers = yield* Effect.forEach(wanted, ({ body, from }) => withKey(from.key).post(path, body), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [...Array.from({ length: 25 }, () => 201), ...Array.from({ length: 25 }, () => 409)]
      )
      for (const { orgId } of integrators) {
        const [left] = yield* inTables(
          orgId,
          (sql) => sql`SELECT
            (SELECT count(*)::int FROM offboardings WHERE org_id = ${orgId}) AS cases,
            (SELECT sum(count)::int FROM offboarding_counts WHERE org_id = ${orgId}) AS counted,
            (SELECT count(*)::int FROM outbox_events WHERE org_id = ${orgId}) AS events,
            (SELECT count(DISTINCT person_key_id)::int FROM offboardings WHERE org_id = ${orgId}) AS keys,
            (SELECT count(*)::int FROM audit_entries WHERE org_id = ${orgId} AND action = 'offboarding_created') AS entries`
        )
        assert.deepStrictEqual(left, { cases: 5, counted: 5, events: 5, keys: 5, entries: 5 })
        assert.deepInclude(yield* verification.verify(orgId), { ok: true, complete: true })
      }
    }
  )

  it.status(
    409,
    "duplicate: the open case of an address is found by an index, also under row-level security",
    function* () {
      const from = yield* anIntegrator()
      yield* aCase(from, { employee_email: "ada@acme.test" })
      // Of a few rows every index is as good as another.
      yield* asOwner((sql) =>
        Effect.andThen(
          sql`
            INSERT INTO offboardings (org_id, id, employee_name, employee_email, exit_date, status, separation_type, source,
              person_key_id, created_at, updated_at)
            SELECT org_id, gen_random_uuid(), 'Person ' || n, 'person' || n || '@acme.test', exit_date, status,
              separation_type, source, person_key_id, created_at, updated_at
            FROM offboardings, generate_series(1, 2000) AS n WHERE org_id = ${from.orgId}`,
          sql`ANALYZE offboardings`
        )
      )
      const plan = yield* inTables(from.orgId, (sql) =>
        Effect.andThen(
          sql`SELECT set_config('role', 'svc_app', true)`,
          sql<{ readonly "QUERY PLAN": string }>`
            EXPLAIN SELECT id FROM offboardings WHERE org_id = ${from.orgId} AND status NOT IN ('completed', 'cancelled')
              AND lower_employee_email = lower('Ada@acme.test')`
        )
      )
      const conditions = plan.map((line) => line["QUERY PLAN"]).filter((line) => line.includes("Index Cond"))
      assert.lengthOf(conditions, 1)
      assert.include(conditions[0], "lower_employee_email = 'ada@acme.test'")
    }
  )
})
