import { DateTime } from "effect"
import type { NewMail } from "#outgoing/mails/service"
import { keptFor } from "./rules.ts"

type Mail = Omit<NewMail, "orgId" | "to">

const day = (at: DateTime.Utc) =>
  `${new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(DateTime.toDateUtc(at))} (UTC)`

const note = "You receive this email because you are a Super Admin of this organization."

const offboardings = (count: number) => (count === 1 ? "1 offboarding" : `${count} offboardings`)

interface Waiting {
  readonly organisation: string
  readonly months: number | null
  readonly before: number | null
  readonly appliesFrom: DateTime.Utc
  readonly firstNight: DateTime.Utc
  /** Deleted in that night. */
  readonly count: number
  readonly url: string
}

/** A first or shorter retention waits: what it will delete, and that it can be taken back. */
export const retentionWaits = (waiting: Waiting): Mail => ({
  subject: `Offboardings will be deleted after ${keptFor(waiting.months)}`,
  paragraphs: [
    `A Super Admin of ${waiting.organisation} changed how long closed offboardings are kept: ${keptFor(waiting.before)} before, ${keptFor(waiting.months)} from ${day(waiting.appliesFrom)} on.`,
    `In the first night, on ${day(waiting.firstNight)}, ${offboardings(waiting.count)} will be permanently deleted. Offboardings under legal hold are kept.`,
    "Until then any Super Admin can take the change back in the settings."
  ],
  action: { label: "Review retention", url: waiting.url },
  note
})

/** The change that waited is taken back. */
export const retentionTakenBack = (organisation: string, months: number | null, url: string): Mail => ({
  subject:
    months === null ? "Closed offboardings are kept for ever" : `Closed offboardings are kept for ${keptFor(months)}`,
  paragraphs: [
    `A Super Admin of ${organisation} took back a shorter retention of closed offboardings before it took effect. It deleted nothing.`
  ],
  action: { label: "Review retention", url },
  note
})
