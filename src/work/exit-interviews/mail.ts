import { greeting, organisationInMail } from "#platform/mail/given-text"

/** What the departing person is mailed. */
export const invitationMail = (invitation: {
  readonly name: string
  readonly organisation: string
  readonly url: string
}) => ({
  subject: `Your exit interview at ${organisationInMail(invitation.organisation)}`,
  paragraphs: [
    greeting(invitation.name),
    `Before you leave, we would like to hear about your time at ${organisationInMail(invitation.organisation)}. Choose a time that suits you.`
  ],
  action: { label: "Choose a time", url: invitation.url },
  note: "The link is for one booking in your name. Do not pass it on."
})
