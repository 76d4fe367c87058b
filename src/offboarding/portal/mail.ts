import type { DateTime } from "effect"
import type { MailTexts } from "#outgoing/mails/service"
import { greeting, organisationInMail } from "#platform/mail/given-text"
import { mailDay } from "#platform/mail/mail-day"

/** To the departing person. */
export const portalMail = (link: {
  readonly name: string
  readonly organisation: string
  readonly url: string
  readonly expires: DateTime.Utc
}): MailTexts => {
  const en = organisationInMail(link.organisation, "your organization")
  const de = organisationInMail(link.organisation, "deiner Organisation")
  return {
    en: {
      subject: `Your offboarding at ${en}`,
      paragraphs: [
        greeting("Hello", link.name),
        `Your page for leaving ${en} is ready. It shows your remaining tasks, the equipment to return, and your documents.`
      ],
      action: { label: "Open your page", url: link.url },
      note: `The link works until ${mailDay("en", link.expires)}. Anyone with the link can open the page, so don’t share it. You get this email because you are leaving ${en}.`
    },
    de: {
      subject: `Dein Austritt bei ${de}`,
      paragraphs: [
        greeting("Hallo", link.name),
        `Deine Seite für den Austritt bei ${de} ist bereit. Sie zeigt deine offenen Aufgaben, die Geräte, die du zurückgibst, und deine Dokumente.`
      ],
      action: { label: "Deine Seite öffnen", url: link.url },
      note: `Der Link gilt bis ${mailDay("de", link.expires)}. Wer den Link hat, kann die Seite öffnen. Gib ihn nicht weiter. Du bekommst diese E-Mail wegen deines Austritts bei ${de}.`
    }
  }
}
