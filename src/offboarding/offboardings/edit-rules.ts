import { editableFieldNames, type PersonChanged } from "@svc/contract/cases/schema"
import { plainTextNames } from "@svc/contract/offboardings/schema"
import { DateTime } from "effect"
import type { EditableFields } from "./edit-repo.ts"

export type EditableField = keyof EditableFields

/** What an edit changes. */
export type EditedField = EditableField | "apps_to_revoke"

/** Names and emails: encrypted wherever they are recorded. The manager's is encrypted under the manager's own key. */
export const personalFields: ReadonlySet<EditableField> = new Set<EditableField>([
  "employee_name",
  "employee_email",
  "employee_personal_email"
])

/** What can still be corrected once the case is completed: whom it is about, not what was done. */
export const correctable: ReadonlySet<EditableField> = new Set<EditableField>([
  "employee_name",
  "employee_email",
  "employee_personal_email",
  ...plainTextNames
])

const shown = (value: EditableFields[EditableField]) => (DateTime.isDateTime(value) ? DateTime.formatIso(value) : value)

/** The fields whose value is another one, in one order; values as the audit log shows them. */
export const changedFields = (before: EditableFields, after: EditableFields) =>
  editableFieldNames
    .map((field) => ({ field, before: shown(before[field]), after: shown(after[field]) }))
    .filter((change) => change.before !== change.after)

/** An app of the selection, and whether its access is gone: revoked, or confirmed removed by hand. */
interface Selected {
  readonly name: string
  readonly settled: boolean
}

/**
 * Splits the requested apps into selected ones, connected or not, and new ones. Finished ones stay even if they are not
 * requested: they record what was done.
 */
export const resolveSelection = (before: ReadonlyArray<Selected>, asked: ReadonlyArray<string>) => {
  const names = new Map(asked.map((name) => [name.trim().toLowerCase(), name]))
  const kept = before.filter(({ name, settled }) => names.has(name.toLowerCase()) || settled).map(({ name }) => name)
  for (const name of kept) names.delete(name.toLowerCase())
  return { kept, others: [...names.values()] }
}

export const folded = (address: string | null) => address?.trim().toLowerCase() ?? null

/**
 * Whether the case is about another person from now on. A first email names the same person, and so does another
 * spelling. Removing the email keeps what was done with its person.
 */
export const isAnotherPerson = (before: string | null, after: string | null): boolean =>
  before !== null && folded(before) !== folded(after)

/** What the answer of an edit says when the case became another person's. */
export const personChanged = (reopened: ReadonlyArray<string>, portalLinkEnded: boolean): PersonChanged => ({
  reopened_apps: reopened,
  portal_link_ended: portalLinkEnded,
  note: [
    "This offboarding is now about another person. Removals, orphaned items, snapshots and findings stay with the former person",
    "Access counts as removed only where it is removed for the present person",
    ...(reopened.length === 0 ? [] : [`Access must be revoked or confirmed again at: ${reopened.join(", ")}`]),
    ...(portalLinkEnded ? ["The portal link of the former person no longer opens. Send a new one"] : [])
  ].join(". ")
})
