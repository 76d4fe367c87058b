import type { MailTexts } from "#outgoing/mails/service"

/** To the member whose account the Google account opens from now on. */
export const googleLinkedMail = (googleAccount: string, baseUrl: string): MailTexts => {
  const url = `${baseUrl}/account/security`
  return {
    en: {
      subject: "Your account is linked to Google",
      paragraphs: [
        `You can now sign in with the Google account ${googleAccount}.`,
        "If this was not you, tell an administrator of your organization immediately."
      ],
      action: { label: "Open security settings", url },
      note: "You get this email because the sign-in of your account changed."
    },
    de: {
      subject: "Dein Konto ist mit Google verknüpft",
      paragraphs: [
        `Du kannst dich jetzt mit dem Google-Konto ${googleAccount} anmelden.`,
        "Wenn du das nicht warst, sag sofort den Admins deiner Organisation Bescheid."
      ],
      action: { label: "Sicherheitseinstellungen öffnen", url },
      note: "Du bekommst diese E-Mail, weil sich die Anmeldung an deinem Konto geändert hat."
    }
  }
}
