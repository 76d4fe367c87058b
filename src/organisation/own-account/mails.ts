import type { MailTexts } from "#outgoing/mails/service"

export const closedMail: MailTexts = {
  en: {
    subject: "Your account was closed",
    paragraphs: [
      "Your account and all its memberships were closed as you asked, and the API keys that you created were revoked.",
      "You can no longer sign in. To come back, ask an administrator for an invitation."
    ],
    note: "If this was not you, tell an administrator of your organization immediately."
  },
  de: {
    subject: "Dein Konto wurde geschlossen",
    paragraphs: [
      "Dein Konto und alle seine Mitgliedschaften wurden geschlossen, wie du es wolltest, und deine API-Schlüssel wurden widerrufen.",
      "Du kannst dich nicht mehr anmelden. Wenn du zurückkommen willst, lass dich neu einladen."
    ],
    note: "Wenn du das nicht warst, sag es sofort einer Administratorin oder einem Administrator deiner Organisation."
  }
}

interface HandOver {
  /** As mails name them. */
  readonly by: string
  readonly organisation: string
  readonly promoted: boolean
  /** Offboardings that the successor is responsible for now. */
  readonly handed: number
  readonly baseUrl: string
}

/** To the successor. */
export const handOverMail = ({ baseUrl, by, handed, organisation, promoted }: HandOver): MailTexts => {
  const members = `${baseUrl}/members`
  const offboardings = `${baseUrl}/offboardings`
  return {
    en: {
      subject: `${organisation}: handed over to you`,
      paragraphs: [
        `${by} closed their account at ${organisation} and handed over to you.`,
        ...(promoted ? ["You are now a Super Admin of the organization. Check who its members are."] : []),
        ...(handed === 0 ? [] : [`Offboardings that are yours now: ${handed}. Check what is left to do in them.`])
      ],
      action: promoted ? { label: "Open members", url: members } : { label: "Open offboardings", url: offboardings }
    },
    de: {
      subject: `${organisation}: an dich übergeben`,
      paragraphs: [
        `${by} hat das eigene Konto bei ${organisation} geschlossen und an dich übergeben.`,
        ...(promoted ? ["Du bist jetzt Super-Admin der Organisation. Prüfe, wer ihre Mitglieder sind."] : []),
        ...(handed === 0 ? [] : [`Austritte, die jetzt deine sind: ${handed}. Prüfe, was darin noch offen ist.`])
      ],
      action: promoted ? { label: "Mitglieder öffnen", url: members } : { label: "Austritte öffnen", url: offboardings }
    }
  }
}
