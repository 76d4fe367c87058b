import type { editableFieldNames } from "@svc/contract/cases/schema"
import type { RecordScope } from "@svc/contract/kernel/access"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { EmployeeId, OffboardingId, OrgId, PersonKeyId, UserId } from "@svc/contract/kernel/ids"
import { plainTexts, SeparationType } from "@svc/contract/offboardings/schema"
import { Context, Effect, Layer, Record, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { exists, Instant, maybe, one, run, unlessTaken } from "#platform/database/statements"
import { servesOthers } from "#platform/keys/person-key-uses"
import { employeesElsewhere } from "#records/record-scope"

const Settings = Schema.Struct({ timezone: Schema.String, autoRevoke: Schema.Boolean })

/** What of a case an edit can change. */
const Fields = Schema.Struct({
  employee_name: Schema.String,
  employee_email: Schema.NullOr(Schema.String),
  employee_personal_email: Schema.NullOr(Schema.String),
  ...Record.map(plainTexts, () => Schema.String),
  exit_date: CalendarDate,
  access_ends_at: Schema.NullOr(Instant),
  employment_ends_on: Schema.NullOr(CalendarDate),
  separation_type: SeparationType,
  timezone: Schema.NullOr(Schema.String),
  jurisdiction: Schema.NullOr(Schema.String),
  manager_email: Schema.NullOr(Schema.String)
} satisfies Record<(typeof editableFieldNames)[number], Schema.Top>)
export type EditableFields = typeof Fields.Type

const Edited = Schema.Struct({ ...Fields.fields, org_employee_id: Schema.NullOr(EmployeeId), identity: Schema.Int })

const Key = Schema.Struct({ org_id: OrgId, id: OffboardingId })
type Key = typeof Key.Type

const Changes = Schema.Struct({
  ...Key.fields,
  ...Fields.fields,
  person_key_id: PersonKeyId,
  org_employee_id: Schema.NullOr(EmployeeId),
  identity: Schema.Int,
  no_apps_confirmed_at: Schema.NullOr(Instant),
  updated_at: Instant
})
const AddressChange = Schema.Struct({
  org_id: OrgId,
  offboarding_id: OffboardingId,
  identity: Schema.Int,
  sealed_before: Schema.String,
  sealed_after: Schema.String,
  changed_at: Instant,
  changed_by: Schema.NullOr(UserId)
})

const Known = Schema.Struct({ id: EmployeeId, person_key_id: PersonKeyId, elsewhere: Schema.Boolean })

/** What an edit of a case reads and writes. */
export class EditRepo extends Context.Service<EditRepo>()("svc/offboardings/EditRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const settings = one({
      Request: OrgId,
      Result: Settings,
      execute: (orgId) => sql`
        SELECT timezone, auto_revoke_at_exit AS "autoRevoke" FROM organisations WHERE id = ${orgId}`
    })
    const fields = one({
      Request: Key,
      Result: Edited,
      execute: ({ id, org_id }) => sql`
        SELECT ${columnsOf(Edited, "o")} FROM offboardings o WHERE o.org_id = ${org_id} AND o.id = ${id}`
    })
    const personOf = (records: RecordScope) =>
      maybe({
        Request: Schema.Struct({ orgId: OrgId, email: Schema.String }),
        Result: Known,
        execute: ({ email, orgId }) => sql`
          SELECT p.id, p.person_key_id, coalesce(${employeesElsewhere(sql, records, "p")}, false) AS elsewhere
          FROM org_employees p WHERE p.org_id = ${orgId} AND p.lower_email = lower(${email}::text)`
      })
    const sharesKey = one({
      Request: Schema.Struct({
        ...Key.fields,
        person_key_id: PersonKeyId,
        employee_email: Schema.NullOr(Schema.String)
      }),
      Result: Schema.Struct({ shared: Schema.Boolean }),
      execute: ({ employee_email, id, org_id, person_key_id }) => sql`
        SELECT ${servesOthers(sql, {
          orgId: org_id,
          personKeyId: person_key_id,
          email: employee_email,
          employeeId: null,
          offboardingId: id
        })} AS shared`
    })
    const save = unlessTaken(sql, "offboardings_open_email", {
      Request: Changes,
      execute: (row) => sql`
        UPDATE offboardings SET ${sql.update(row, ["org_id", "id"])},
          no_apps_confirmed_by = CASE WHEN ${row.no_apps_confirmed_at}::timestamptz IS NOT NULL THEN no_apps_confirmed_by END
        WHERE org_id = ${row.org_id} AND id = ${row.id}`
    })

    const isActedOn = exists({
      Request: Key,
      execute: ({ id, org_id }) => sql`
        SELECT 1 WHERE EXISTS (
          SELECT FROM revocation_runs r
          WHERE r.org_id = ${org_id} AND r.offboarding_id = ${id} AND r.status <> 'finished')
        OR EXISTS (
          SELECT FROM access_returns x WHERE x.org_id = ${org_id} AND x.offboarding_id = ${id} AND x.status = 'running')`
    })
    const hasPortalLink = exists({
      Request: Schema.Struct({ ...Key.fields, now: Instant }),
      execute: ({ id, now, org_id }) => sql`
        SELECT 1 FROM portal_links l JOIN offboardings o ON o.org_id = l.org_id AND o.id = l.offboarding_id
        WHERE l.org_id = ${org_id} AND l.offboarding_id = ${id} AND l.expires_at > ${now} AND l.identity = o.identity`
    })
    const noteAddressChange = run({
      Request: AddressChange,
      execute: (change) => sql`INSERT INTO offboarding_address_changes ${sql.insert(change)}`
    })

    return {
      /** Whether a run waits or works, or an approved return works, on the person's accounts. */
      isActedOn,
      /** Whether a portal link of the case's current person opens at this moment. */
      hasPortalLink,
      noteAddressChange,
      /** The organization's settings of automatic revocation. */
      settings,
      /** Of a case that is locked. */
      fields,
      /** Who has this address in the directory, and whether they belong outside of the scope. */
      personOf: (orgId: OrgId, email: string, records: RecordScope) => personOf(records)({ orgId, email }),
      /** Whether the key of this case, which had this address, serves anything else. */
      sharesKey: (key: Key & { readonly person_key_id: PersonKeyId; readonly employee_email: string | null }) =>
        Effect.map(sharesKey(key), ({ shared }) => shared),
      /** False if another open offboarding has the email: the transaction continues as before. */
      save
    }
  })
}) {
  static readonly layer = Layer.effect(EditRepo, EditRepo.make)
}
