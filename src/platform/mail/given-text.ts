const nameMax = 60

/** A tenant's text in an email: one line of at most `max` characters, nothing that turns or hides letters. */
export const inMail = (text: string, max: number): string => {
  const shown = Array.from(text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim())
  return shown.length <= max ? shown.join("") : `${shown.slice(0, max - 1).join("")}…`
}

/** A browser reads the ideographic full stop, and what looks like a dot or like "@", as the plain one (UTS 46). */
const plain = (text: string): string => text.normalize("NFKC").replaceAll("\u3002", ".")

const address = /[@/\\]|www\.|[\p{L}\p{N}-]\.[\p{L}]{2,}/iu

/** A scheme that dials or writes, or at least nine digits: mail programs offer to dial those, too. */
const number = /\b(?:tel|sms|mailto):|\d(?:[\s()+-]*\d){8}/iu

/** Whether mail programs make a link of a text. */
export const isLink = (text: string): boolean => [address, number].some((link) => link.test(plain(text)))

/** How a mail names a member: by the account, and by the name that they chose unless it could be followed as a link. */
export const namedInMail = ({ email, full_name }: { readonly email: string; readonly full_name: string }): string => {
  const name = inMail(full_name, nameMax)
  return isLink(name) ? email : `${name} (${email})`
}

/** The first line of an email; omits a name that an email program would turn into a link. */
export const greeting = (hello: "Hello" | "Hallo", name: string): string =>
  isLink(name) ? `${hello},` : `${hello} ${inMail(name, nameMax)},`

/** How an email to a departing person calls the organization. */
export const organisationInMail = (name: string, otherwise: string): string =>
  isLink(name) ? otherwise : inMail(name, nameMax)

/** The same text with every link in it broken by a space, for titles and file names that must stay readable. */
export const unlinked = (text: string): string =>
  isLink(text) ? plain(text).replaceAll(/([.:@/\\])(?=\S)/gu, "$1 ") : text
