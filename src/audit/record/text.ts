import type { PersonKeyId } from "@svc/contract/kernel/ids"

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

/** What stands in the place of an erased person's values, in records as in the log (entries-4). */
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
