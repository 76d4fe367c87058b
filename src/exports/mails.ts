import type { DateTime } from "effect"
import type { MailTexts } from "#outgoing/mails/service"
import { mailDay as day } from "#platform/mail/mail-day"

const why = {
  en: "You get this email because you requested the data export.",
  de: "Du bekommst diese E-Mail, weil du den Datenexport angefordert hast."
} as const

/** To the member who requested the export. */
export const exportReady = (requested: DateTime.Utc, expires: DateTime.Utc, url: string): MailTexts => ({
  en: {
    subject: "Your data export is ready",
    paragraphs: [
      `The data export that you requested on ${day("en", requested)} is ready.`,
      `Download it by ${day("en", expires)}. Then it is deleted.`
    ],
    action: { label: "Open data export", url },
    note: why.en
  },
  de: {
    subject: "Dein Datenexport ist fertig",
    paragraphs: [
      `Der Datenexport, den du am ${day("de", requested)} angefordert hast, ist fertig.`,
      `Lade ihn bis ${day("de", expires)} herunter. Dann wird er gelöscht.`
    ],
    action: { label: "Datenexport öffnen", url },
    note: why.de
  }
})

export const exportFailed = (requested: DateTime.Utc, url: string): MailTexts => ({
  en: {
    subject: "Your data export failed",
    paragraphs: [
      `The data export that you requested on ${day("en", requested)} failed.`,
      "Request a new one. If it fails again, contact support."
    ],
    action: { label: "Open data export", url },
    note: why.en
  },
  de: {
    subject: "Dein Datenexport ist fehlgeschlagen",
    paragraphs: [
      `Der Datenexport, den du am ${day("de", requested)} angefordert hast, ist fehlgeschlagen.`,
      "Fordere einen neuen an. Wenn er wieder fehlschlägt, wende dich an den Support."
    ],
    action: { label: "Datenexport öffnen", url },
    note: why.de
  }
})
