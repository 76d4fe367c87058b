import type { DomainEvent } from "@svc/contract/events"
import type { WrittenLanguage } from "#records/organisation-language"
import type { OffboardingsImported, OffboardingsMoved } from "@svc/contract/offboardings/events"

/** Of the languages of the dashboard, those that notifications are written in; the others read English. */
export type Language = WrittenLanguage

/** What a notification says, in one language. */
export interface NotificationText {
  readonly title: string
  readonly body: string
  /** The label of the button in the email: what the reader does next. */
  readonly action: string
  /** The records that it names, in the order given. */
  readonly list?: { readonly lines: ReadonlyArray<string>; readonly more: string | null }
  /** Why the reader gets it, as the end of a sentence. */
  readonly reason: string
}

/** What the records say when the notification is written. */
export interface Facts {
  /** The departing employee, or the member or holder that the event is about; null if no name may be shown. */
  readonly person: string | null
  /** `YYYY-MM-DD`. */
  readonly lastDay: string | null
  /** The member who caused the event. */
  readonly actor: string | null
  /** The member who submitted the request. */
  readonly requester: string | null
  /** Another person of the records, as the channel names them; null if no name may be shown. */
  readonly name: (person: string | null) => string | null
  /** Any other text of a tenant, as the channel shows it: links are broken in emails. */
  readonly show: (text: string) => string
}

/** The events that members are notified of. */
export type NotifiedEvent = Exclude<
  DomainEvent,
  {
    readonly _tag:
      | "offboarding.deleted"
      | "asset.returned"
      | "checklist.completed"
      | "document.signed"
      | "offboardings.imported"
      | "offboardings.moved"
  }
>

/** A stage change by a setting, of one of several offboardings. */
export type StageMove = (typeof OffboardingsMoved.Type)["moves"][number]

/** Stage changes that a reader is notified of together. */
export interface MovedTogether {
  /** How many of them the reader sees. */
  readonly count: number
  /** The first of those. */
  readonly listed: ReadonlyArray<StageMove & Pick<Facts, "person" | "lastDay">>
  /** Null where they differ. */
  readonly status: StageMove["status"] | null
  readonly sources: ReadonlyArray<StageMove["source"]>
}

/** A kind of text that every language has. */
export interface Texts {
  of(event: NotifiedEvent, facts: Facts): NotificationText
  /** Two or more. */
  movedTogether(moved: MovedTogether, facts: Facts): NotificationText
  imported(event: typeof OffboardingsImported.Type, count: number, facts: Facts): NotificationText
  /** The last line of the email. */
  why(reason: string, organisation: string): string
}

/** Characters in a title, which is the subject of the email. */
const maxTitle = 60
const minShown = 8

const total = (strings: TemplateStringsArray, values: ReadonlyArray<ReadonlyArray<string>>) =>
  strings.join("").length + values.reduce((sum, value) => sum + value.length, 0)

/** A tagged template of at most 60 characters: the longest value is cut first, and none below 8 characters. */
export const headline = (strings: TemplateStringsArray, ...given: ReadonlyArray<string>): string => {
  const values = given.map((value) => Array.from(value.replaceAll(/\s+/g, " ").trim()))
  while (total(strings, values) > maxTitle) {
    const longest = values.reduce((at, value, index) => (value.length > (values[at]?.length ?? 0) ? index : at), 0)
    const value = values[longest]
    if (value === undefined || value.length <= minShown) break
    values[longest] = [...value.slice(0, -2), "…"]
  }
  return strings.map((text, index) => text + (values[index]?.join("") ?? "")).join("")
}

/** The apps of a run that kept the account, by name. */
export const appsLeft = ({ results }: Extract<DomainEvent, { readonly _tag: "revocation.completed" }>) =>
  results.filter(({ outcome }) => outcome !== "revoked" && outcome !== "skipped").map(({ service }) => service)

/** How many apps of a run kept the account: of a retry, those that are retried no more (work-156). */
export const countLeft = ({ counts, retries }: Extract<DomainEvent, { readonly _tag: "revocation.completed" }>) =>
  retries !== undefined && retries.number > 0 ? retries.given_up : counts.failed + counts.manualRequired
