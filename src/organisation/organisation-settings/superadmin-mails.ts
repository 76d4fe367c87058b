import { DateTime } from "effect"
import type { MailTexts } from "#outgoing/mails/service"
import { mailDay as day } from "#platform/mail/mail-day"
import { keptFor } from "./rules.ts"

type Language = keyof MailTexts

const moment = (language: Language, at: DateTime.Utc) =>
  `${new Intl.DateTimeFormat(language === "de" ? "de-DE" : "en-US", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }).format(DateTime.toDateUtc(at))} (UTC)`

/** What happened to the organization, and by whom; both as mails name them. */
interface Change {
  readonly by: string
  readonly organisation: string
  readonly baseUrl: string
}

interface Waiting extends Change {
  readonly months: number | null
  readonly before: number | null
  readonly appliesFrom: DateTime.Utc
  readonly firstNight: DateTime.Utc
  /** Deleted in that night. */
  readonly count: number
}

const whyEnglish = "You get this email because you are a Super Admin of this organization."
const whyGerman = "Du bekommst diese E-Mail, weil du Super-Admin dieser Organisation bist."

const retention = (baseUrl: string) => {
  const url = `${baseUrl}/settings/retention`
  return {
    en: { action: { label: "Review retention", url }, note: whyEnglish },
    de: { action: { label: "Aufbewahrungsfrist prüfen", url }, note: whyGerman }
  }
}

const settings = (baseUrl: string) => {
  const url = `${baseUrl}/settings`
  return {
    en: { action: { label: "Open settings", url }, note: whyEnglish },
    de: { action: { label: "Einstellungen öffnen", url }, note: whyGerman }
  }
}

const keptGerman = (months: number | null) => (months === null ? "unbegrenzt" : `${months} Monate`)

/** A first or shorter retention is pending: what it will delete, and that it can be undone. */
export const retentionWaits = (waiting: Waiting): MailTexts => {
  const { appliesFrom, baseUrl, before, by, count, firstNight, months, organisation } = waiting
  const { de, en } = retention(baseUrl)
  return {
    en: {
      ...en,
      subject: `Offboardings will be deleted after ${keptFor(months)}`,
      paragraphs: [
        `${by} shortened the retention of closed offboardings at ${organisation} to ${keptFor(months)}, starting ${day("en", appliesFrom)}. Previously: ${keptFor(before)}.`,
        `On ${day("en", firstNight)}, ${count === 1 ? "1 offboarding" : `${count} offboardings`} will be permanently deleted. Offboardings on legal hold are kept.`,
        "Until then, any Super Admin can undo this in the settings."
      ]
    },
    de: {
      ...de,
      subject: `Austritte werden nach ${months === null ? "unbegrenzter Zeit" : `${months} Monaten`} gelöscht`,
      paragraphs: [
        `${by} hat die Aufbewahrungsfrist für abgeschlossene Austritte bei ${organisation} ab ${day("de", appliesFrom)} auf ${keptGerman(months)} verkürzt. Bisher: ${keptGerman(before)}.`,
        `Am ${day("de", firstNight)} ${count === 1 ? "wird 1 Austritt" : `werden ${count} Austritte`} endgültig gelöscht. Austritte mit Löschsperre bleiben erhalten.`,
        "Bis dahin kann jeder Super-Admin das in den Einstellungen rückgängig machen."
      ]
    }
  }
}

/** The pending change is undone. */
export const retentionTakenBack = (change: Change & { readonly months: number | null }): MailTexts => {
  const { baseUrl, by, months, organisation } = change
  const { de, en } = retention(baseUrl)
  return {
    en: {
      ...en,
      subject: `Closed offboardings are kept ${months === null ? keptFor(months) : `for ${keptFor(months)}`}`,
      paragraphs: [
        `${by} undid the shorter retention for closed offboardings at ${organisation} before it took effect. Nothing was deleted. You don’t need to do anything.`
      ]
    },
    de: {
      ...de,
      subject: `Abgeschlossene Austritte werden ${keptGerman(months)} aufbewahrt`,
      paragraphs: [
        `${by} hat die kürzere Aufbewahrungsfrist für abgeschlossene Austritte bei ${organisation} zurückgenommen, bevor sie galt. Es wurde nichts gelöscht. Du musst nichts tun.`
      ]
    }
  }
}

export const deletionScheduled = (change: Change & { readonly days: number; readonly at: DateTime.Utc }): MailTexts => {
  const { at, baseUrl, by, days, organisation } = change
  const { de, en } = settings(baseUrl)
  return {
    en: {
      ...en,
      subject: `${organisation} will be deleted in ${days} days`,
      paragraphs: [
        `${by} scheduled the deletion of the organization ${organisation}. It will be permanently deleted on ${moment("en", at)}, including its offboardings, directory, files, and audit log.`,
        "Until then, everything works as before, and any Super Admin can cancel the deletion in the settings."
      ]
    },
    de: {
      ...de,
      subject: `${organisation} wird in ${days} Tagen gelöscht`,
      paragraphs: [
        `${by} hat die Löschung der Organisation ${organisation} geplant. Sie wird am ${moment("de", at)} endgültig gelöscht, einschließlich Austritten, Verzeichnis, Dateien und Audit-Log.`,
        "Bis dahin bleibt alles nutzbar, und jeder Super-Admin kann die Löschung in den Einstellungen abbrechen."
      ]
    }
  }
}

export const deletionCanceled = ({ baseUrl, by, organisation }: Change): MailTexts => {
  const { de, en } = settings(baseUrl)
  return {
    en: {
      ...en,
      subject: `${organisation} will not be deleted`,
      paragraphs: [
        `${by} canceled the deletion of the organization ${organisation}. Nothing was deleted. You don’t need to do anything.`
      ]
    },
    de: {
      ...de,
      subject: `${organisation} wird nicht gelöscht`,
      paragraphs: [
        `${by} hat die Löschung der Organisation ${organisation} abgebrochen. Es wurde nichts gelöscht. Du musst nichts tun.`
      ]
    }
  }
}
