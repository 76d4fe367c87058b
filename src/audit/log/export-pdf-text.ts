/** How wide a line is set in some font, in points. */
type Measure = (text: string) => number

/** Scripts that are written from right to left. */
const fromRight = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Right-to-left words in the order in which they appear on a left-to-right line. */
const inOrderOfSight = (line: string): string => {
  if (!fromRight.test(line)) return line
  const parts = line.split(/( +)/)
  const turned: Array<string> = []
  for (let index = 0; index < parts.length;) {
    let end = index
    while (fromRight.test(parts[end] ?? "") && fromRight.test(parts[end + 2] ?? "")) end += 2
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
