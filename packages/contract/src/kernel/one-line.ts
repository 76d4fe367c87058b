/** A vendor's words as they are stored: one line without control characters, at most so long, well-formed. */
export const oneLine = (text: string, max: number): string =>
  text
    .replace(/\s+/g, " ")
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, max)
    .toWellFormed()
