import type { DateTime } from "effect"
import type { Role } from "@svc/contract/kernel/permissions"
import type { MailTexts } from "#outgoing/mails/service"
import { inMail, isLink, namedInMail } from "#platform/mail/given-text"
import { mailDay } from "#platform/mail/mail-day"
import type { WrittenLanguage } from "#records/organisation-language"

/** Built-in roles; others have a name of their own. */
const rolesIn = {
  en: { superadmin: "Super Admin", admin: "Admin", hr: "HR", manager: "Manager" },
  de: { superadmin: "Super-Admin", admin: "Admin", hr: "HR", manager: "Führungskraft" }
} as const satisfies Readonly<Record<WrittenLanguage, Readonly<Record<Role, string>>>>

/**
 * To the invited person. The inviter is identified by their account: the name is what they call themselves, so it is
 * omitted where it could be followed, and cut where it could be read as a letter.
 */
export const inviteMail = (invite: {
  readonly inviter: string
  readonly inviterEmail: string
  readonly organisation: string
  readonly role: string
  readonly url: string
  readonly expires: DateTime.Utc
}): MailTexts => {
  const name = inMail(invite.inviter, 60)
  const account = invite.inviterEmail
  const shown = isLink(name) ? account : name
  const by = namedInMail({ full_name: invite.inviter, email: account })
  const role = (names: Readonly<Record<string, string>>) => inMail(names[invite.role] ?? invite.role, 60)
  const named = isLink(invite.organisation) ? null : inMail(invite.organisation, 60)
  const en = named ?? "an organization"
  const de = named ?? "einer Organisation"
  return {
    en: {
      subject: `${shown} invited you to ${en}`,
      paragraphs: [`${by} invited you to join ${en}. Your role will be ${role(rolesIn.en)}.`],
      action: { label: "Accept invitation", url: invite.url },
      note: `The link works once, until ${mailDay("en", invite.expires)}. If you did not expect this email, ignore it. You get it because ${account} entered your email.`
    },
    de: {
      subject: `${shown} hat dich zu ${de} eingeladen`,
      paragraphs: [`${by} hat dich zu ${de} eingeladen. Deine Rolle dort: ${role(rolesIn.de)}.`],
      action: { label: "Einladung annehmen", url: invite.url },
      note: `Der Link gilt einmal, bis ${mailDay("de", invite.expires)}. Wenn du diese E-Mail nicht erwartet hast, ignoriere sie. Du bekommst sie, weil ${account} deine E-Mail-Adresse eingegeben hat.`
    }
  }
}
