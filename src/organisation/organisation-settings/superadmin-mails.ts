import { DateTime } from "effect"
import type { MailTexts } from "#outgoing/mails/service"
import { keptFor } from "./rules.ts"

type Language = keyof MailTexts

const day = (language: Language, at: DateTime.Utc) =>
  `${new Intl.DateTimeFormat(language === "de" ? "de-DE" : "en-US", { dateStyle: "medium", timeZone: "UTC" }).format(DateTime.toDateUtc(at))} (UTC)`

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
    de: { action: { label: "Aufbewahrung prüfen", url }, note: whyGerman }
  }
}

const settings = (baseUrl: string) => {
  const url = `${baseUrl}/settings`
  return {
    en: { action: { label: "Open the settings", url }, note: whyEnglish },
    de: { action: { label: "Einstellungen öffnen", url }, note: whyGerman }
  }
}

const keptGerman = (months: number | null) => (months === null ? "unbegrenzt" : `${months} Monate`)

/** A first or shorter retention waits: what it will delete, and that it can be taken back. */
export const retentionWaits = (waiting: Waiting): MailTexts => {
  const { appliesFrom, baseUrl, before, by, count, firstNight, months, organisation } = waiting
  const { de, en } = retention(baseUrl)
  return {
    en: {
      ...en,
      subject: `Offboardings will be deleted after ${keptFor(months)}`,
      paragraphs: [
        `${by} changed how long ${organisation} keeps closed offboardings: ${keptFor(before)} before, ${keptFor(months)} from ${day("en", appliesFrom)} on.`,
        `In the first night, on ${day("en", firstNight)}, ${count === 1 ? "1 offboarding" : `${count} offboardings`} will be permanently deleted. Offboardings under legal hold are kept.`,
        "Until then any Super Admin can take the change back in the settings."
      ]
    },
    de: {
      ...de,
      subject: `Austritte werden nach ${months === null ? "unbegrenzter Zeit" : `${months} Monaten`} gelöscht`,
      paragraphs: [
        `${by} hat geändert, wie lange ${organisation} abgeschlossene Austritte aufbewahrt: bisher ${keptGerman(before)}, ab ${day("de", appliesFrom)} ${keptGerman(months)}.`,
        `In der ersten Nacht, am ${day("de", firstNight)}, ${count === 1 ? "wird 1 Austritt" : `werden ${count} Austritte`} endgültig gelöscht. Austritte unter Löschsperre bleiben.`,
        "Bis dahin kann jeder Super-Admin die Änderung in den Einstellungen zurücknehmen."
      ]
    }
  }
}

/** The change that waited is taken back. */
export const retentionTakenBack = (change: Change & { readonly months: number | null }): MailTexts => {
  const { baseUrl, by, months, organisation } = change
  const { de, en } = retention(baseUrl)
  return {
    en: {
      ...en,
      subject: `Closed offboardings are kept ${months === null ? "for ever" : `for ${keptFor(months)}`}`,
      paragraphs: [
        `${by} took back a shorter retention of closed offboardings at ${organisation} before it took effect. It deleted nothing, and you do not have to do anything.`
      ]
    },
    de: {
      ...de,
      subject: `Abgeschlossene Austritte werden ${keptGerman(months)} aufbewahrt`,
      paragraphs: [
        `${by} hat eine kürzere Aufbewahrung abgeschlossener Austritte bei ${organisation} zurückgenommen, bevor sie galt. Es wurde nichts gelöscht, und du musst nichts tun.`
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
        `${by} scheduled the deletion of the organization ${organisation}. It will be permanently deleted on ${moment("en", at)}, with its offboardings, its directory, its files and its audit log.`,
        "Until then everything works as before, and any Super Admin can cancel the deletion in the settings of the organization."
      ]
    },
    de: {
      ...de,
      subject: `${organisation} wird in ${days} Tagen gelöscht`,
      paragraphs: [
        `${by} hat die Löschung der Organisation ${organisation} geplant. Sie wird am ${moment("de", at)} endgültig gelöscht, mit ihren Austritten, ihrem Verzeichnis, ihren Dateien und ihrem Audit-Log.`,
        "Bis dahin geht alles weiter wie bisher, und jeder Super-Admin kann die Löschung in den Einstellungen der Organisation abbrechen."
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
        `${by} canceled the deletion of the organization ${organisation}. Nothing was deleted, and you do not have to do anything.`
      ]
    },
    de: {
      ...de,
      subject: `${organisation} wird nicht gelöscht`,
      paragraphs: [
        `${by} hat die Löschung der Organisation ${organisation} abgebrochen. Es wurde nichts gelöscht, und du musst nichts tun.`
      ]
    }
  }
}
