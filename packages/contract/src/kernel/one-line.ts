/** A vendor's words for storage: one line without control characters, bounded, well-formed. */
export const oneLine = (text: string, max: number): string =>
  text
    .replace(/\s+/g, " ")
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, max)
    .toWellFormed()
