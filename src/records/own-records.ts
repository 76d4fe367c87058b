import type { OwnRecords } from "@svc/contract/kernel/access"
import { Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"

/** A member of the statement: the expressions that name their organization and their sign-in address. */
interface Member {
  readonly org: string
  readonly address: string
}

const recordOf = ({ address, org }: Member) =>
  `(SELECT own_e.id FROM org_employees own_e WHERE own_e.org_id = ${org} AND own_e.lower_email = lower(${address}))`

/**
 * Identity rule (access-42): a column of the offboardings that are about this member. Such an offboarding has their sign-in
 * address, compared without case, or is linked to the directory record that has it. A union, and not a condition with OR:
 * of a large organization each half is found by its own index.
 */
const casesOf = ({ address, org }: Member, column: "id" | "person_key_id") => `(
  SELECT own_o.${column} FROM offboardings own_o
    WHERE own_o.org_id = ${org} AND own_o.lower_employee_email = lower(${address})
  UNION
  SELECT own_o.${column} FROM offboardings own_o
    WHERE own_o.org_id = ${org} AND own_o.org_employee_id = ${recordOf({ address, org })})`

/** Rows of `offboardings` that are about this member. */
export const isAboutMember = (sql: SqlClient.SqlClient, member: Member, table: string): Statement.Fragment =>
  sql.literal(`${table}.id IN ${casesOf(member, "id")}`)

/** The identity rule from the other side: the sign-in addresses, in lower case, of the members whom a row is about. */
export const addressesOf = (sql: SqlClient.SqlClient, table: string): Statement.Fragment =>
  sql.literal(
    `ARRAY[${table}.lower_employee_email,
      (SELECT own_e.lower_email FROM org_employees own_e WHERE own_e.org_id = ${table}.org_id AND own_e.id = ${table}.org_employee_id)]`
  )

/** Rows of `offboarding_initiations` that are about this member. */
export const isRequestAboutMember = (
  sql: SqlClient.SqlClient,
  { address }: Pick<Member, "address">,
  table: string
): Statement.Fragment => sql.literal(`${table}.lower_employee_email = lower(${address})`)

/** The columns of `ownColumns`. */
export const ownFields = {
  own_offboardings: Schema.Array(Schema.String),
  own_keys: Schema.Array(Schema.String),
  own_person: Schema.NullOr(Schema.String)
}

/** What is about this member, for the select list of a statement that reads them; each is looked up by an index. */
export const ownColumns = (sql: SqlClient.SqlClient, member: Member): Statement.Fragment => {
  const org = sql.literal(member.org)
  return sql`
    ARRAY${sql.literal(casesOf(member, "id"))} AS own_offboardings,
    ARRAY(${sql.literal(casesOf(member, "person_key_id"))}
      UNION SELECT own_i.person_key_id FROM offboarding_initiations own_i
        WHERE own_i.org_id = ${org} AND ${isRequestAboutMember(sql, member, "own_i")}
      UNION SELECT own_p.person_key_id FROM org_employees own_p
        WHERE own_p.org_id = ${org} AND own_p.id = ${sql.literal(recordOf(member))}
          AND EXISTS (SELECT FROM hris_reviews own_r WHERE own_r.org_id = own_p.org_id AND own_r.employee_id = own_p.id)
    ) AS own_keys,
    ${sql.literal(recordOf(member))} AS own_person`
}

/** A row of `ownColumns` as a record scope carries it. */
export const ownRecordsOf = (row: {
  readonly email: string
  readonly own_offboardings: ReadonlyArray<string>
  readonly own_keys: ReadonlyArray<string>
  readonly own_person: string | null
}): OwnRecords => ({
  email: row.email,
  offboardings: row.own_offboardings,
  keys: row.own_keys,
  person: row.own_person
})
