import { assert, layer } from "#test/support/suite"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { TestApp } from "#test/support/TestApp"
import { aPerson } from "#test/support/cases"
import { aSuperAdmin } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { Statements, statementsOf } from "#test/support/statements"
import { asOwner } from "#test/support/tables"
import { aCase, path } from "./support.ts"

/** How PostgreSQL goes about it for the service's own role, to which row-level security leaves fewer ways than to the owner. */
const planOf = Effect.fnUntraced(function* (orgId: OrgId, statement: string, values: ReadonlyArray<string | number>) {
  const literal = (value: string | number) => (typeof value === "number" ? String(value) : `'${value}'`)
  const text = statement.replaceAll(/\$(\d+)/g, (_, place) => literal(values[Number(place) - 1] ?? ""))
  const rows = yield* asOwner((sql) =>
    Effect.gen(function* () {
      yield* sql`SELECT set_config('svc.org_id', ${orgId}, true), set_config('role', 'svc_app', true)`
      return yield* sql.unsafe<{ readonly "QUERY PLAN": string }>(`EXPLAIN ${text}`)
    })
  )
  return rows.map((row) => row["QUERY PLAN"]).join("\n")
})

layer(TestApp.pipe(Layer.provideMerge(Statements.layer)))("what a case among many costs", (it) => {
  it.effect("what its person holds is found by an index, and so is what follows when it comes back", function* () {
    const admin = yield* aSuperAdmin()
    const { orgId } = admin
    const person = yield* aPerson(admin, "Ada Lovelace")
    const asset = randomUUID()
    const { id } = yield* aCase(admin, { org_employee_id: person.id })
    yield* asOwner((sql) =>
      Effect.andThen(
        sql`
            INSERT INTO assets (org_id, id, item_name, serial_number, org_employee_id, created_at, updated_at)
            SELECT ${orgId}::uuid, CASE WHEN n = 1 THEN ${asset}::uuid ELSE gen_random_uuid() END, 'Laptop ' || n,
              'COST-' || n, CASE WHEN n = 1 THEN ${person.id}::uuid END, now(), now()
            FROM generate_series(1, 20000) AS n`,
        sql`ANALYZE assets`
      )
    )
    const shown = yield* statementsOf(as(admin).get(`${path}/${id}`))
    const returned = yield* statementsOf(as(admin).patch(`/api/assets/${asset}/return`, {}))
    assert.deepStrictEqual([shown.status, returned.status], [200, 200])
    for (const { statements } of [shown, returned]) {
      const statement = statements.find((text) => text.includes("holder") && text.includes("offboardings o")) ?? ""
      const plan = yield* planOf(orgId, statement, [orgId, id])
      assert.include(plan, "assets_holder", statement)
      assert.notInclude(plan, "Seq Scan on assets")
    }
  })

  it.effect("those of a manager are found by an index, whatever the case of the letters", function* () {
    const admin = yield* aSuperAdmin()
    const { orgId } = admin
    yield* aCase(admin, { manager_email: "Grace@Acme.test" })
    yield* asOwner((sql) =>
      Effect.andThen(
        sql`
            INSERT INTO offboardings (org_id, id, employee_name, exit_date, status, separation_type, source, person_key_id,
              manager_email, created_at, updated_at)
            SELECT o.org_id, gen_random_uuid(), 'Person ' || n, o.exit_date, 'pending', o.separation_type, o.source,
              o.person_key_id, 'manager' || n || '@acme.test', now(), now()
            FROM offboardings o, generate_series(1, 20000) AS n WHERE o.org_id = ${orgId}`,
        sql`ANALYZE offboardings`
      )
    )
    const { statements } = yield* withStatus(200, statementsOf(as(admin).get(`${path}?manager_email=GRACE@acme.TEST`)))
    const statement = statements.find((text) => text.includes("lower_manager_email")) ?? ""
    const plan = yield* planOf(orgId, statement, [orgId, "grace@acme.test", 50, 0])
    assert.include(plan, "offboardings_manager", statement)
  })
})
