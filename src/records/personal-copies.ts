import type { EmployeeId, OffboardingId, OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import type { SqlClient, Statement } from "effect/sql"
import { frozen } from "./legal-hold.ts"

/** A person who is erased, by all that their copies are found by. */
export interface ErasedPerson {
  readonly orgId: OrgId
  readonly employeeId: EmployeeId
  readonly offboardingIds: ReadonlyArray<OffboardingId>
  readonly personKeyIds: ReadonlyArray<PersonKeyId>
  /** In lower case. */
  readonly addresses: ReadonlyArray<string>
  /** What the address column of the record holds from now on. */
  readonly meaninglessAddress: string
  readonly now: Date
}

/** What a domain keeps of a person in plain text, and how erasure empties it: exported by its `copies-repo.ts`. */
export interface PersonalCopies {
  /** The columns by table; `row` where the row is deleted, `file` where a file made of others' rows is withdrawn. */
  readonly keeps: Readonly<Record<string, ReadonlyArray<string> | "row" | "file">>
  /** One after the other, in the transaction that destroys the person's keys. */
  readonly erase: (sql: SqlClient.SqlClient, person: ErasedPerson) => ReadonlyArray<Statement.Statement<object>>
}

/** Nothing of a case under legal hold changes, though it names the address; the person's own cases are not held by now. */
export const notOfHeldCase = (
  sql: SqlClient.SqlClient,
  { now, offboardingIds, orgId }: ErasedPerson,
  id: string
): Statement.Fragment => sql`
  NOT EXISTS (
    SELECT FROM offboardings h
    WHERE h.org_id = ${orgId} AND h.id = ${sql.literal(id)} AND h.id <> ALL(${offboardingIds}::uuid[])
      AND ${frozen(sql, now, "h")})`

/** No member of the organization of row `t` signs in with this address, in lower case. */
export const notAMember = (sql: SqlClient.SqlClient, address: string): Statement.Fragment => sql`NOT EXISTS (
  SELECT FROM memberships m JOIN users u ON u.id = m.user_id
  WHERE m.org_id = t.org_id AND lower(u.email) = ${sql.literal(address)})`

/** The initiations `i` that are about the person. */
export const initiationsOf = (sql: SqlClient.SqlClient, person: ErasedPerson): Statement.Fragment =>
  sql`i.org_id = ${person.orgId}
    AND (i.lower_employee_email = ANY(${person.addresses}::text[]) OR i.offboarding_id = ANY(${person.offboardingIds}::uuid[]))
    AND ${notOfHeldCase(sql, person, "i.offboarding_id")}`

/** The address of who signed, in lower case: all of it, or what a provider put behind the name (`Ann Lee <ann@…>`). */
export const signedBy = (sql: SqlClient.SqlClient, column: string): Statement.Fragment =>
  sql`lower(coalesce(substring(${sql.literal(column)} from '<([^<>]+)>$'), ${sql.literal(column)}))`
