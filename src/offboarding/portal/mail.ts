import { greeting, organisationInMail } from "#platform/mail/given-text"

/** What the departing person is mailed; `expiresOn` is a UTC day, `YYYY-MM-DD`. */
export const portalMail = (link: {
  readonly name: string
  readonly organisation: string
  readonly url: string
  readonly expiresOn: string
}) => ({
  subject: `Your offboarding at ${organisationInMail(link.organisation)}`,
  paragraphs: [
    greeting(link.name),
    `Your page at ${organisationInMail(link.organisation)} is ready. It shows your remaining tasks, the equipment to return, and your documents.`
  ],
  action: { label: "Open your page", url: link.url },
  note: `The link is for you alone and works until ${link.expiresOn} (UTC). Do not pass it on: anyone who has it can open the page.`
})
