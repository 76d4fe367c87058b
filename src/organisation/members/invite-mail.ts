import { inMail, isLink, namedInMail } from "#platform/mail/given-text"

/**
 * What the invited person is mailed; `expiresOn` is a UTC day, `YYYY-MM-DD`. The inviter's account tells who it is: a
 * name is what they call themselves, is left out where it could be followed, and cut where it could be read as a
 * letter.
 */
export const inviteMail = (invite: {
  readonly inviter: string
  readonly inviterEmail: string
  readonly organisation: string
  readonly role: string
  readonly url: string
  readonly expiresOn: string
}) => {
  const name = inMail(invite.inviter, 60)
  const account = invite.inviterEmail
  const organisation = isLink(invite.organisation) ? "an organization" : inMail(invite.organisation, 60)
  return {
    subject: `${isLink(name) ? account : name} invited you to ${organisation}`,
    paragraphs: [
      `${namedInMail({ full_name: invite.inviter, email: account })} invited you to join ${organisation}. Your role will be ${inMail(invite.role, 60)}.`
    ],
    action: { label: "Accept the invitation", url: invite.url },
    note: `The link works once, until ${invite.expiresOn} (UTC). If you did not expect this mail, you can ignore it.`
  }
}
