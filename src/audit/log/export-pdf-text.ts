/** How wide a line is set in some font, in points. */
type Measure = (text: string) => number

/** Scripts whose letters take their shapes from their neighbours, or are set in another order than written. */
export const complex = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

const escaped = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`

/**
 * Text of which every character can be set: the others, and those that nobody sees, read `\u{…}`, so that nothing is lost
 * and nothing hidden (audit-52).
 *
 * @param isSet Whether the font has a sign for this code point.
 */
export const settable = (text: string, isSet: (codePoint: number) => boolean): string =>
  // Every font has these.
  /^[ -~\n]*$/.test(text)
    ? text
    : Array.from(text.normalize("NFC").replaceAll("\t", " "), (character) =>
        character === "\n" || (!/[\p{Cc}\p{Cf}\p{Cs}]/u.test(character) && isSet(character.codePointAt(0) ?? 0))
          ? character
          : escaped(character)
      ).join("")

/** Words written from right to left, in the order in which they stand on a line that runs from left to right. */
const inOrderOfSight = (line: string): string => {
  if (!complex.test(line)) return line
  const parts = line.split(/( +)/)
  const turned: Array<string> = []
  for (let index = 0; index < parts.length;) {
    let end = index
    while (complex.test(parts[end] ?? "") && complex.test(parts[end + 2] ?? "")) end += 2
    turned.push(...parts.slice(index, end + 1).toReversed())
    index = end + 1
  }
  return turned.join("")
}

/** The most characters of the word that fit, at least one. */
const cut = (word: string, width: number, measure: Measure): string => {
  let fits = ""
  for (const character of word) {
    if (fits !== "" && measure(fits + character) > width) break
    fits += character
  }
  return fits
}

/** The text in lines of this width: broken between words, or inside of a word that is too long for a line. */
export const linesOf = (text: string, width: number, measure: Measure): ReadonlyArray<string> =>
  text.split("\n").flatMap((paragraph) => {
    if (measure(paragraph) <= width) return [inOrderOfSight(paragraph)]
    const lines: Array<string> = []
    let line = ""
    let used = 0
    for (const word of paragraph.split(/(?<= )/)) {
      const wide = measure(word)
      if (used + wide <= width) {
        line += word
        used += wide
        continue
      }
      if (line !== "") lines.push(line)
      let rest = word
      let piece = cut(rest, width, measure)
      while (piece.length < rest.length) {
        lines.push(piece)
        rest = rest.slice(piece.length)
        piece = cut(rest, width, measure)
      }
      line = piece
      used = measure(piece)
    }
    return [...lines, line].map(inOrderOfSight)
  })
