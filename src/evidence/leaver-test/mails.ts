import { DateTime } from "effect"
import type { MailTexts } from "#outgoing/mails/service"

/** Last days of the test, `YYYY-MM-DD`. */
interface Period {
  readonly from: string
  readonly to: string
}

/** To the member who requested the test. */
export const leaverTestReady = ({ from, to }: Period, expires: DateTime.Utc, url: string): MailTexts => ({
  en: {
    subject: "Your leaver test is ready",
    paragraphs: [
      `The test that you requested, of all leavers with a last day from ${from} to ${to}, is ready.`,
      `You can download it until ${DateTime.formatIsoDateUtc(expires)}, and give an auditor a link to it.`
    ],
    action: { label: "Open the leaver test", url }
  },
  de: {
    subject: "Dein Leaver-Test ist fertig",
    paragraphs: [
      `Der Test, den du angefordert hast, über alle Leaver mit letztem Tag von ${from} bis ${to}, ist fertig.`,
      `Du kannst ihn bis ${DateTime.formatIsoDateUtc(expires)} herunterladen und einer Prüferin oder einem Prüfer einen Link darauf geben.`
    ],
    action: { label: "Leaver-Test öffnen", url }
  }
})

export const leaverTestFailed = ({ from, to }: Period, url: string): MailTexts => ({
  en: {
    subject: "Your leaver test has failed",
    paragraphs: [
      `The test that you requested, of all leavers with a last day from ${from} to ${to}, could not be made.`,
      "Request a new one. If that fails too, contact support."
    ],
    action: { label: "Open the leaver test", url }
  },
  de: {
    subject: "Dein Leaver-Test ist fehlgeschlagen",
    paragraphs: [
      `Der Test, den du angefordert hast, über alle Leaver mit letztem Tag von ${from} bis ${to}, ließ sich nicht erstellen.`,
      "Fordere einen neuen an. Wenn auch der fehlschlägt, wende dich an den Support."
    ],
    action: { label: "Leaver-Test öffnen", url }
  }
})
