import type { MailTexts } from "#outgoing/mails/service"
import { greeting, organisationInMail } from "#platform/mail/given-text"

/** To the departing person. */
export const invitationMail = (invitation: {
  readonly name: string
  readonly organisation: string
  readonly url: string
}): MailTexts => {
  const en = organisationInMail(invitation.organisation, "your organization")
  const de = organisationInMail(invitation.organisation, "deiner Organisation")
  return {
    en: {
      subject: `Your exit interview at ${en}`,
      paragraphs: [
        greeting("Hello", invitation.name),
        `Before you leave, we would like to hear about your time at ${en}. Choose a time that suits you.`
      ],
      action: { label: "Choose a time", url: invitation.url },
      note: `The link is for one booking in your name. Don’t share it. You get this email because you are leaving ${en}.`
    },
    de: {
      subject: `Dein Austrittsgespräch bei ${de}`,
      paragraphs: [
        greeting("Hallo", invitation.name),
        `Bevor du gehst, möchten wir von deiner Zeit bei ${de} hören. Wähle einen Termin, der dir passt.`
      ],
      action: { label: "Termin wählen", url: invitation.url },
      note: `Der Link gilt für eine Buchung in deinem Namen. Gib ihn nicht weiter. Du bekommst diese E-Mail wegen deines Austritts bei ${de}.`
    }
  }
}
