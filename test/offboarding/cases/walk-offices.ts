import { DateTime, Effect, Schema } from "effect"
import { aMember, anOrganisation, aSession, type Member } from "#test/support/people"
import { send } from "#test/support/requests"
import { inTables } from "#test/support/tables"
import { aConnection, aPerson } from "#test/support/cases"
import { withoutApproval } from "./support.ts"

const decodeId = Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String }))

/** A request in a session of its own, so that the clock may move by days. */
export const askAs = Effect.fnUntraced(function* (
  member: Member,
  asked: { readonly method: "POST" | "PATCH" | "PUT" | "DELETE"; readonly path: string; readonly body?: unknown }
) {
  return yield* send(asked.method, asked.path, {
    bearer: yield* aSession(member),
    ...(asked.body === undefined ? {} : { body: asked.body })
  })
})

/** An organisation with somebody of each role, three people, a template, a chain and a connected app. */
const anOffice = Effect.fnUntraced(function* () {
  const orgId = yield* anOrganisation()
  yield* withoutApproval(orgId)
  const callers = {
    superadmin: yield* aMember(orgId),
    admin: yield* aMember(orgId, "admin"),
    hr: yield* aMember(orgId, "hr"),
    manager: yield* aMember(orgId, "manager"),
    reader: yield* aMember(orgId, { permissions: ["offboardings_view", "assets_view"] }),
    research: yield* aMember(orgId, {
      permissions: [
        "offboardings_view",
        "offboardings_create",
        "offboardings_edit",
        "offboardings_delete",
        "checklists_manage",
        "compliance_view",
        "compliance_manage",
        "access_revoke",
        "assets_view",
        "assets_manage",
        "legal_hold_manage"
      ],
      scope: "departments",
      departments: ["Research"]
    })
  }
  const by = callers.superadmin
  yield* aConnection(orgId, "github")
  const people = yield* Effect.forEach(["Ada", "Bob", "Cleo"], (name) =>
    aPerson(by, name, { managerEmail: callers.manager.email })
  )
  const contractor = people[2]
  const now = yield* DateTime.now
  const inTenDays = DateTime.formatIsoDateUtc(DateTime.add(now, { days: 10 }))
  yield* inTables(
    orgId,
    (sql) => sql`
        UPDATE org_employees SET worker_type = 'contractor', contract_end_date = ${inTenDays}::date
        WHERE org_id = ${orgId} AND id = ${contractor?.id ?? null}`
  )
  yield* inTables(orgId, (sql) => sql`UPDATE organisations SET offboarding_retention_months = 12 WHERE id = ${orgId}`)
  const made = (path: string, body: unknown) =>
    Effect.flatMap(askAs(by, { method: "POST", path, body }), (answer) => Effect.orDie(decodeId(answer.body)))
  const template = yield* made("/api/checklist-templates", {
    name: "Leaving",
    items: [{ task: "Return the keys" }, { task: "Say goodbye" }]
  })
  const chain = yield* made("/api/approval-chains", {
    name: "Two steps",
    steps: [{ approver_role: "superadmin" }, { approver_role: "admin" }]
  })
  // Something to begin with: two cases with an asset and a document each, and a request that waits.
  const [ada, bob] = people
  for (const [index, person] of [ada, bob].entries()) {
    const offboarding = yield* made("/api/employees", {
      employee_name: person?.full_name,
      employee_email: person?.email,
      employee_department: index === 0 ? "Research" : "Sales",
      manager_email: index === 0 ? callers.manager.email : null,
      exit_date: inTenDays,
      apps_to_revoke: index === 0 ? ["github"] : []
    })
    yield* made("/api/assets", {
      itemName: "ThinkPad",
      serialNumber: `PF-${index}`,
      orgEmployeeId: person?.id,
      returnDeadline: inTenDays
    })
    yield* made(`/api/employees/${offboarding.id}/compliance`, { name: "Exit agreement" })
  }
  const request = { employee_name: "Dora", employee_email: "dora@acme.test", exit_date: inTenDays, no_apps: true }
  yield* Effect.flatMap(
    askAs(callers.manager, {
      method: "POST",
      path: "/api/offboarding-initiations",
      body: { ...request, chain_id: chain.id }
    }),
    (answer) => Effect.orDie(decodeId(answer.body))
  )
  return {
    orgId,
    callers,
    people: people.map(({ email, id }) => ({ email, id })),
    template: template.id,
    chain: chain.id
  }
})

export const offices = Effect.all([anOffice(), anOffice()])
export type Offices = Effect.Success<typeof offices>
