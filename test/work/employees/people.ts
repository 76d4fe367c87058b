import { Effect } from "effect"
import { Employees, type NewEmployee } from "#work/employees/service"
import { asCaller, type Member } from "#test/support/people"

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
