import type { CaseSort, CreateCase, ListCases } from "@svc/contract/cases/schema"
import { hasOwnCase, type RecordScope } from "@svc/contract/kernel/access"
import { OutsideRecordScope, PastExitDatePermission } from "@svc/contract/kernel/errors"
import type { Permission } from "@svc/contract/kernel/permissions"
import { EmailAddress } from "@svc/contract/kernel/text"
import { AccessCutOffPermission } from "@svc/contract/offboardings/errors"
import { Result, Schema } from "effect"

/** Whether the totals kept by stage and department answer how many cases this list has; else they are counted. */
export const countedByKept = (records: RecordScope, query: ListCases): boolean =>
  records._tag !== "DirectReports" &&
  !hasOwnCase(records) &&
  query.separation_type === undefined &&
  query.manager_email === undefined &&
  query.exit_date_from === undefined &&
  query.exit_date_to === undefined &&
  query.legal_hold === undefined &&
  query.sla === undefined &&
  query.revocation_failed === undefined &&
  query.owner === undefined &&
  query.q === undefined

const stageOrder =
  "array_position(ARRAY['pending', 'notice_period', 'it_revocation', 'asset_recovery', 'completed', 'cancelled'], o.status)"

const sortedBy: Readonly<Record<CaseSort, string>> = {
  created_at: "o.created_at",
  updated_at: "o.updated_at",
  exit_date: "o.exit_date",
  employee_name: "o.sort_name",
  status: stageOrder
}

/** What a list is sorted by, of `offboardings o`, and in which direction; SQL of no text that came from outside. */
export const orderOf = ({ order, sort = "created_at" }: Pick<ListCases, "order" | "sort">) => ({
  key: sortedBy[sort],
  direction: (order ?? (sort === "created_at" || sort === "updated_at" ? "desc" : "asc")) === "asc" ? "ASC" : "DESC"
})

/** A directory person, as far as a form is filled from them. */
interface DirectoryPerson {
  readonly full_name: string
  readonly email: string
  readonly role: string
  readonly department: string
}

const isEmailAddress = Schema.is(EmailAddress)

/** The form with what it leaves out taken from the person's record. */
export const filledFrom = (form: CreateCase, person: DirectoryPerson): CreateCase => ({
  ...form,
  employee_name: form.employee_name ?? person.full_name,
  ...(form.employee_email === undefined && isEmailAddress(person.email) ? { employee_email: person.email } : {}),
  employee_role: form.employee_role ?? person.role,
  employee_department: form.employee_department ?? person.department
})

/**
 * Access of a person who has left, or is cut off, is revoked immediately: that requires the permission (cases-20,
 * cases-29).
 */
export const admitRevocation = (
  offboarding: {
    readonly exit_date: string
    readonly today: string
    readonly cuts_off: boolean
    readonly apps: ReadonlyArray<string>
  },
  permissions: ReadonlyArray<Permission>
): Result.Result<void, PastExitDatePermission | AccessCutOffPermission> => {
  if (offboarding.apps.length === 0 || permissions.includes("access_revoke")) return Result.void
  if (offboarding.exit_date < offboarding.today) return Result.fail(new PastExitDatePermission())
  return offboarding.cuts_off ? Result.fail(new AccessCutOffPermission()) : Result.void
}

export const admitVisible = (visible: boolean): Result.Result<void, OutsideRecordScope> =>
  visible ? Result.void : Result.fail(new OutsideRecordScope())
