import type { MailTexts } from "#outgoing/mails/service"

/** To the member whose account the Google account opens from now on. */
export const googleLinkedMail = (googleAccount: string, baseUrl: string): MailTexts => {
  const url = `${baseUrl}/account/security`
  return {
    en: {
      subject: "Your account is linked to Google",
      paragraphs: [
        `From now on you can sign in with the Google account ${googleAccount}.`,
        "If you did not do this, tell an administrator of your organization."
      ],
      action: { label: "Open security settings", url }
    },
    de: {
      subject: "Dein Konto ist mit Google verknüpft",
      paragraphs: [
        `Ab jetzt kannst du dich mit dem Google-Konto ${googleAccount} anmelden.`,
        "Wenn du das nicht warst, sag es einer Administratorin oder einem Administrator deiner Organisation."
      ],
      action: { label: "Sicherheit öffnen", url }
    }
  }
}
