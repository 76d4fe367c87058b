import { DateTime } from "effect"
import type { MailTexts } from "#outgoing/mails/service"

const day = DateTime.formatIsoDateUtc

/** To the member who requested the export. */
export const exportReady = (requested: DateTime.Utc, expires: DateTime.Utc, url: string): MailTexts => ({
  en: {
    subject: "Your organization export is ready",
    paragraphs: [
      `The export that you requested on ${day(requested)} is ready.`,
      `You can download it until ${day(expires)}; then it is deleted.`
    ],
    action: { label: "Open exports", url }
  },
  de: {
    subject: "Der Datenexport deiner Organisation ist fertig",
    paragraphs: [
      `Der Export, den du am ${day(requested)} angefordert hast, ist fertig.`,
      `Du kannst ihn bis ${day(expires)} herunterladen; dann wird er gelöscht.`
    ],
    action: { label: "Exporte öffnen", url }
  }
})

export const exportFailed = (requested: DateTime.Utc, url: string): MailTexts => ({
  en: {
    subject: "Your organization export has failed",
    paragraphs: [
      `The export that you requested on ${day(requested)} could not be built.`,
      "Request a new one. If that fails too, contact support."
    ],
    action: { label: "Open exports", url }
  },
  de: {
    subject: "Der Datenexport deiner Organisation ist fehlgeschlagen",
    paragraphs: [
      `Der Export, den du am ${day(requested)} angefordert hast, ließ sich nicht erstellen.`,
      "Fordere einen neuen an. Wenn auch der fehlschlägt, wende dich an den Support."
    ],
    action: { label: "Exporte öffnen", url }
  }
})
