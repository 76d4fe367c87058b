import type { RecordScope } from "@svc/contract/kernel/access"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { EmployeeId, OffboardingId, type OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import { OffboardingStatus } from "@svc/contract/offboardings/schema"
import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { columnsOf, type Instead } from "#platform/database/columns"
import { Transaction } from "#platform/database/db"
import { Instant } from "#platform/database/statements"
import { casesIn } from "./record-scope.ts"

/** What those who do something for a case know of it; the row itself belongs to the offboardings. */
export const CaseFacts = Schema.Struct({
  id: OffboardingId,
  status: OffboardingStatus,
  employee_name: Schema.String,
  employee_email: Schema.NullOr(Schema.String),
  employee_personal_email: Schema.NullOr(Schema.String),
  exit_date: CalendarDate,
  manager_email: Schema.NullOr(Schema.String),
  org_employee_id: Schema.NullOr(EmployeeId),
  person_key_id: PersonKeyId,
  /** Which person the case is about, counted: what was done under a lower number was done for another. */
  identity: Schema.Int,
  legal_hold: Schema.Boolean,
  legal_hold_released_at: Schema.NullOr(Instant)
})
export type CaseFacts = typeof CaseFacts.Type

const Addressed = Schema.Struct({
  ...CaseFacts.fields,
  directory_id: Schema.NullOr(EmployeeId),
  organisation_name: Schema.String
})
/** The same, with what a message to the person needs. */
export type AddressedCase = typeof Addressed.Type

const Leaving = Schema.Struct({ ...CaseFacts.fields, source_control_username: Schema.NullOr(Schema.String) })
/** The same, with what vendors are asked about. */
export type LeavingCase = typeof Leaving.Type

interface Which {
  readonly orgId: OrgId
  /** Its id, or a subselect that answers it. */
  readonly offboardingId: OffboardingId | Statement.Fragment
}

/**
 * For a repo: one case, in a scope, with this row's schema. A field that is not a column of `offboardings` is an
 * expression over `o`.
 */
export const caseReads = <Fields extends Schema.Struct.Fields>(
  sql: SqlClient.SqlClient,
  row: Schema.Struct<Fields>,
  instead: Instead<Fields> = {}
) => {
  const columns = columnsOf(row, "o", instead)
  const decode = Schema.decodeUnknownEffect(row)
  const read = ({ offboardingId, orgId }: Which, records: RecordScope, lock: "" | "FOR UPDATE" | "FOR NO KEY UPDATE") =>
    Transaction.use(() =>
      sql`
        SELECT ${columns} FROM offboardings o
        WHERE o.org_id = ${orgId} AND o.id = ${offboardingId} AND ${casesIn(sql, records, "o")} ${sql.literal(lock)}`.pipe(
        Effect.flatMap(([found]) => (found === undefined ? Effect.succeedNone : Effect.asSome(decode(found)))),
        Effect.orDie
      )
    )
  return {
    /** None as well when the case is not in the scope. */
    caseOf: (which: Which, records: RecordScope) => read(which, records, ""),
    /** The same, held to the end of the transaction. */
    lockCase: (which: Which, records: RecordScope, strength: "UPDATE" | "NO KEY UPDATE") =>
      read(which, records, `FOR ${strength}`)
  }
}

/** The person's directory record: the linked one, or the one that has their address by now. */
export const directoryId = (sql: SqlClient.SqlClient): Statement.Fragment => sql`coalesce(o.org_employee_id,
  (SELECT e.id FROM org_employees e WHERE e.org_id = o.org_id AND e.lower_email = o.lower_employee_email))`

/** `caseReads` for writing to the person. */
export const addressedCaseReads = (sql: SqlClient.SqlClient) =>
  caseReads(sql, Addressed, {
    directory_id: directoryId(sql),
    organisation_name: sql`(SELECT g.name FROM organisations g WHERE g.id = o.org_id)`
  })

/** The username at source control that the person's linked directory record has. */
export const sourceControlUsername = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql`(SELECT e.source_control_username FROM org_employees e WHERE e.org_id = o.org_id AND e.id = o.org_employee_id)`

/** `caseReads` for asking vendors about the person. */
export const leavingCaseReads = (sql: SqlClient.SqlClient) =>
  caseReads(sql, Leaving, { source_control_username: sourceControlUsername(sql) })

/**
 * For a statement over `revocation_apps a`: whether the account was last seen active although it counts as removed. A run
 * that read it back as inactive since ends that before the finding itself is ended, which its event does.
 */
export const stillActive = `EXISTS (
  SELECT FROM residual_access_findings f WHERE f.org_id = a.org_id AND f.offboarding_id = a.offboarding_id
    AND f.service_name = a.service_name AND f.resolved_at IS NULL
    AND (a.outcome = 'revoked' AND a.verified AND a.revoked_at > f.last_seen_at) IS NOT TRUE)`
