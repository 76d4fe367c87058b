import type { DateTime } from "effect"
import type { MailTexts } from "#outgoing/mails/service"
import { mailDay as day } from "#platform/mail/mail-day"

const why = {
  en: "You get this email because you requested the test.",
  de: "Du bekommst diese E-Mail, weil du den Test angefordert hast."
} as const

/** Last days of the test, `YYYY-MM-DD`. */
interface Period {
  readonly from: string
  readonly to: string
}

/** To the member who requested the test. */
export const leaverTestReady = ({ from, to }: Period, expires: DateTime.Utc, url: string): MailTexts => ({
  en: {
    subject: "Your leaver access test is ready",
    paragraphs: [
      `The leaver access test that you requested for last days from ${from} to ${to} is ready.`,
      `Download it by ${day("en", expires)}, or create a link for your auditor.`
    ],
    action: { label: "Open test", url },
    note: why.en
  },
  de: {
    subject: "Dein Leaver-Test ist fertig",
    paragraphs: [
      `Der Leaver-Test, den du für letzte Tage von ${from} bis ${to} angefordert hast, ist fertig.`,
      `Lade ihn bis ${day("de", expires)} herunter, oder erstelle einen Prüfer-Link.`
    ],
    action: { label: "Test öffnen", url },
    note: why.de
  }
})

export const leaverTestFailed = ({ from, to }: Period, url: string): MailTexts => ({
  en: {
    subject: "Your leaver access test failed",
    paragraphs: [
      `The leaver access test that you requested for last days from ${from} to ${to} failed.`,
      "Request a new one. If it fails again, contact support."
    ],
    action: { label: "Open test", url },
    note: why.en
  },
  de: {
    subject: "Dein Leaver-Test ist fehlgeschlagen",
    paragraphs: [
      `Der Leaver-Test, den du für letzte Tage von ${from} bis ${to} angefordert hast, ist fehlgeschlagen.`,
      "Fordere einen neuen an. Wenn er wieder fehlschlägt, wende dich an den Support."
    ],
    action: { label: "Test öffnen", url },
    note: why.de
  }
})
