import type { EmployeeId, OffboardingId, PersonKeyId } from "@svc/contract/kernel/ids"

/** A value of a person: stored sealed under their key, so that destroying the key erases it (entries-3). */
export class Personal {
  readonly personKeyId: PersonKeyId
  readonly value: string
  constructor(personKeyId: PersonKeyId, value: string) {
    this.personKeyId = personKeyId
    this.value = value
  }
}

/** The text of an entry in pieces: plain ones, and personal ones that are sealed when it is recorded. */
export type AuditText = ReadonlyArray<string | Personal>

/** Replaces an erased person's values, in records as in the log (entries-4). */
export const erasedText = "[erased]"

/** Marks a name, address, note or reason of the person; null reads `none`, and what is erased already tells nothing. */
export const personal = (personKeyId: PersonKeyId, value: string | null): string | Personal => {
  if (value === null || value === "") return "none"
  return value === erasedText ? erasedText : new Personal(personKeyId, value)
}

/** A tagged template: auditText`Offboarding of ${personal(key, name)}`. */
export const auditText = (
  strings: TemplateStringsArray,
  ...pieces: ReadonlyArray<string | number | boolean | Personal>
): AuditText =>
  strings.flatMap((text, index) => {
    const piece = pieces[index]
    if (piece === undefined) return text === "" ? [] : [text]
    return [text, piece instanceof Personal ? piece : String(piece)].filter((part) => part !== "")
  })

/** What of a case the log needs to speak of it; the directory's record where it is known. */
interface LoggedCase {
  readonly id: OffboardingId
  readonly person_key_id: PersonKeyId
  readonly employee_name: string
  readonly directory_id?: EmployeeId | null
}

/** A case as the target of entries. */
export const caseTarget = (offboarding: Pick<LoggedCase, "person_key_id" | "employee_name">): AuditText =>
  auditText`Offboarding of ${personal(offboarding.person_key_id, offboarding.employee_name)}`

/** The same with what finds the entry: by the case, and by the person's record. */
export const aboutCase = (offboarding: LoggedCase) => ({
  target: caseTarget(offboarding),
  offboardingId: offboarding.id,
  ...(offboarding.directory_id === undefined ? {} : { orgEmployeeId: offboarding.directory_id })
})

/** The log's text of a change: `field: before -> after`, for each changed field. */
export const describeChanges = (
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>
): string =>
  Object.entries(after)
    .filter(([field, value]) => before[field] !== value)
    .map(([field, value]) => `${field}: ${before[field] ?? "none"} -> ${value}`)
    .join(", ")
