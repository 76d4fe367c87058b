/**
 * A text of others in a mail of ours: one line of no more than so many characters, nothing that turns or hides letters.
 */
export const inMail = (text: string, max: number): string => {
  const shown = Array.from(text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim())
  return shown.length <= max ? shown.join("") : `${shown.slice(0, max - 1).join("")}…`
}

/** What mail programs make a link of. */
export const isLink = (text: string): boolean => /[@/\\]|www\.|[\p{L}\p{N}-]\.[\p{L}]{2,}/iu.test(text)

/** The first line of a mail; the name is left out where a mail program would make a link of it. */
export const greeting = (name: string): string => (isLink(name) ? "Hello," : `Hello ${inMail(name, 60)},`)

/** How a mail to a departing person calls the organization. */
export const organisationInMail = (name: string): string => (isLink(name) ? "your organization" : inMail(name, 60))
