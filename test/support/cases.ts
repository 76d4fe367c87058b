import { CalendarDate } from "@svc/contract/kernel/dates"
import type { OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Effect } from "effect"
import { randomUUID } from "node:crypto"
import { type NewCase, Offboardings } from "#offboarding/offboardings/service"
import { Employees, type NewEmployee } from "#work/employees/service"
import { asCaller, type Member } from "./people.ts"
import { asSystem } from "./tables.ts"

/** A case that the member made in the app: of Ada Lovelace, until the end of April 2026, unless told otherwise. */
export const aCase = Effect.fnUntraced(function* (by: Member, more: Partial<NewCase> = {}) {
  const offboardings = yield* Offboardings
  return yield* asCaller(by)(
    offboardings.create(
      { employee_name: "Ada Lovelace", exit_date: CalendarDate.make("2026-04-30"), ...more },
      { source: "app" }
    )
  )
})

/** Somebody who leaves at the end of March 2026, as a form or a client says it. */
export const leaver = (more: { readonly [field: string]: unknown } = {}) => ({
  employee_name: "Ada Lovelace",
  exit_date: "2026-03-31",
  ...more
})

/** What is known of a person; their address follows their name. */
export const aProfile = (fullName: string, fields: Partial<NewEmployee> = {}): NewEmployee => ({
  fullName,
  email: `${fullName.toLowerCase().replaceAll(/[^a-z0-9]+/g, ".")}@acme.test`,
  role: "Engineer",
  department: "Research",
  managerEmail: null,
  timezone: null,
  ...fields
})

/** A person whom the member added to the directory. */
export const aPerson = Effect.fnUntraced(function* (by: Member, fullName: string, fields: Partial<NewEmployee> = {}) {
  const employees = yield* Employees
  return yield* asCaller(by)(employees.add(aProfile(fullName, fields)))
})

/** A connected app, which can revoke access unless told otherwise. */
export const aConnection = Effect.fnUntraced(function* (orgId: OrgId, serviceName: string, canRevoke = true) {
  const now = DateTime.toDateUtc(yield* DateTime.now)
  yield* asSystem(
    (sql) =>
      sql`INSERT INTO integrations ${sql.insert({
        org_id: orgId,
        id: randomUUID(),
        service_name: serviceName,
        protocol: serviceName,
        can_revoke: canRevoke,
        connection_status: true,
        created_at: now,
        updated_at: now
      })}`
  )
})
