/** A tenant's text in an email: one line of at most so many characters, nothing that turns or hides letters. */
export const inMail = (text: string, max: number): string => {
  const shown = Array.from(text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim())
  return shown.length <= max ? shown.join("") : `${shown.slice(0, max - 1).join("")}…`
}

/** Whether mail programs make a link of it. */
export const isLink = (text: string): boolean => /[@/\\]|www\.|[\p{L}\p{N}-]\.[\p{L}]{2,}/iu.test(text)

/** The same text with every link in it broken by a space, for titles and file names that must stay readable. */
export const unlinked = (text: string): string => (isLink(text) ? text.replaceAll(/([.:@/\\])(?=\S)/gu, "$1 ") : text)
