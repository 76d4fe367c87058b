import { Effect } from "effect"
import { Employees, type NewEmployee } from "#work/employees/service"
import { asCaller, type Member } from "#test/support/people"
import { asSystem } from "#test/support/tables"

/** A person of the member's directory; their address follows their name. */
export const aPerson = (fullName: string, fields: Partial<NewEmployee> = {}): NewEmployee => ({
  fullName,
  email: `${fullName.toLowerCase().replaceAll(/[^a-z0-9]+/g, ".")}@acme.test`,
  role: "Engineer",
  department: "Research",
  managerEmail: null,
  timezone: null,
  ...fields
})

export const add = Effect.fnUntraced(function* (member: Member, person: NewEmployee) {
  const employees = yield* Employees
  return yield* asCaller(member)(employees.add(person))
})

/** Raw audit entries of an organisation with this action, oldest first. */
export const entries = (member: Member, action: string) =>
  asSystem(
    (sql) =>
      sql<{ actor_id: string; target: string; details: string; org_employee_id: string }>`
      SELECT actor_id, target, regexp_replace(details, '( [|] |^)by ([[][[]aps|API key|SCIM|nobody|the |Deleted).*$', '') AS details, org_employee_id FROM audit_entries
      WHERE org_id = ${member.orgId} AND action = ${action} ORDER BY seq`
  )
