import { hasOwnCase, type RecordScope } from "@svc/contract/kernel/access"
import type { SqlClient, Statement } from "effect/sql"

/** The form of an address in the columns `lower_manager_email`: addresses are ASCII, and no other letter is folded. */
export const foldedAddress = (address: string) => address.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

interface Columns {
  readonly department: string
  readonly manager: string
}

const rowsIn = (sql: SqlClient.SqlClient, records: RecordScope, columns: Columns): Statement.Fragment => {
  switch (records._tag) {
    case "All":
      return sql`true`
    case "Departments":
      return sql`${sql.literal(columns.department)} = ANY(${records.departments}::text[])`
    case "DirectReports":
      return sql`${sql.literal(columns.manager)} = ${foldedAddress(records.managerEmail)}`
  }
}

/**
 * The condition for rows of `offboardings`, under this name in the statement, that a member with this scope sees
 * (tenancy-2); the member's own offboardings are never included. Departments are compared exactly.
 */
export const casesIn = (sql: SqlClient.SqlClient, records: RecordScope, table = "offboardings"): Statement.Fragment => {
  const rows = rowsIn(sql, records, {
    department: `${table}.employee_department`,
    manager: `${table}.lower_manager_email`
  })
  return hasOwnCase(records) ? sql`(${rows} AND ${casesApart(sql, records, table)})` : rows
}

/** The condition for rows of `offboardings` that are not about the member; for what is shown outside of their scope. */
export const casesApart = (sql: SqlClient.SqlClient, { own }: RecordScope, table: string): Statement.Fragment =>
  sql`${sql.literal(table)}.id <> ALL(${own?.offboardings ?? []}::uuid[])`

/** The same for rows of `org_employees`. */
export const employeesIn = (
  sql: SqlClient.SqlClient,
  records: RecordScope,
  table = "org_employees"
): Statement.Fragment =>
  rowsIn(sql, records, { department: `${table}.department`, manager: `${table}.lower_manager_email` })

/** The same for rows of `assets`: what no person of the directory holds, and what people of that scope hold. */
export const assetsIn = (sql: SqlClient.SqlClient, records: RecordScope, table = "assets"): Statement.Fragment =>
  records._tag === "All"
    ? sql`true`
    : sql`(${sql.literal(table)}.org_employee_id IS NULL OR EXISTS (SELECT FROM org_employees holder
        WHERE holder.org_id = ${sql.literal(table)}.org_id AND holder.id = ${sql.literal(table)}.org_employee_id
          AND ${employeesIn(sql, records, "holder")}))`

/**
 * The same for rows of `org_employees` that a member with this scope must not offboard: the directory assigns them
 * elsewhere. A person without a department can be claimed by any; a person without a manager reports to no one, so
 * claiming them as a report fails (offboarding-29).
 */
export const employeesElsewhere = (sql: SqlClient.SqlClient, records: RecordScope, table: string): Statement.Fragment =>
  sql`(${employeesIn(sql, records, table)}) IS NOT TRUE AND ${sql.literal(records._tag === "Departments" ? `${table}.department <> ''` : "true")}`

interface ReadCase {
  readonly employee_department: string
  readonly manager_email: string | null
  readonly employee_email: string | null
  /** Absent of a case that is not created yet. */
  readonly id?: string
}

/** Whether an offboarding or a request is about the member themselves. */
export const isOwn = (
  { own }: RecordScope,
  about: { readonly employee_email: string | null; readonly offboarding_id?: string | null }
): boolean =>
  own !== undefined &&
  ((about.employee_email !== null && foldedAddress(about.employee_email) === foldedAddress(own.email)) ||
    own.offboardings.some((id) => id === about.offboarding_id))

/** `casesIn` for a case that has been read, or will be created. */
export const isCaseIn = (records: RecordScope, offboarding: ReadCase): boolean => {
  const { employee_email, id: offboarding_id = null } = offboarding
  if (isOwn(records, { employee_email, offboarding_id })) return false
  switch (records._tag) {
    case "All":
      return true
    case "Departments":
      return records.departments.includes(offboarding.employee_department)
    case "DirectReports":
      return (
        offboarding.manager_email !== null &&
        foldedAddress(offboarding.manager_email) === foldedAddress(records.managerEmail)
      )
  }
}
