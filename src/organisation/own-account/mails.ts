import type { MailTexts } from "#outgoing/mails/service"

export const closedMail: MailTexts = {
  en: {
    subject: "Your account was closed",
    paragraphs: [
      "Your account and all its memberships were closed, and the API keys that you created were revoked.",
      "You can no longer sign in. To come back, ask an administrator of your organization for an invitation."
    ],
    note: "If this was not you, tell an administrator of your organization immediately. You get this email because your account was closed."
  },
  de: {
    subject: "Dein Konto wurde geschlossen",
    paragraphs: [
      "Dein Konto und alle seine Mitgliedschaften wurden geschlossen, und die von dir erstellten API-Schlüssel wurden widerrufen.",
      "Du kannst dich nicht mehr anmelden. Wenn du zurückkommen willst, lass dich von den Admins deiner Organisation neu einladen."
    ],
    note: "Wenn du das nicht warst, sag sofort den Admins deiner Organisation Bescheid. Du bekommst diese E-Mail, weil dein Konto geschlossen wurde."
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
        `${by} closed their account at ${organisation} and chose you as their successor.`,
        ...(promoted ? ["You are now a Super Admin of the organization. Check its members and their roles."] : []),
        ...(handed === 0 ? [] : [`Offboardings you are now responsible for: ${handed}. Check their remaining steps.`])
      ],
      action: promoted ? { label: "Open members", url: members } : { label: "Open offboardings", url: offboardings },
      note: "You get this email because you were chosen as the successor."
    },
    de: {
      subject: `${organisation}: an dich übergeben`,
      paragraphs: [
        `${by} hat das eigene Konto bei ${organisation} geschlossen und dich als Nachfolge bestimmt.`,
        ...(promoted ? ["Du bist jetzt Super-Admin der Organisation. Prüfe Mitglieder und Rollen."] : []),
        ...(handed === 0
          ? []
          : [`Austritte, für die du jetzt verantwortlich bist: ${handed}. Prüfe, was darin noch offen ist.`])
      ],
      action: promoted
        ? { label: "Mitglieder öffnen", url: members }
        : { label: "Austritte öffnen", url: offboardings },
      note: "Du bekommst diese E-Mail, weil du als Nachfolge bestimmt wurdest."
    }
  }
}
