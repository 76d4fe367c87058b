/** Stands in an entry's `search_text` for each sealed value. */
const sealedMark = "\u0001"

const wordCharacter = /[\p{L}\p{N}]/u

/** More patterns than this narrow nothing down any more. */
const maxPatterns = 200

/** Less of a word than this is common to too many values to look for. */
const leastPiece = 3

/**
 * The places inside a text where a value and what stands beside it may meet: between two words, and inside a word where
 * enough of it is left on both sides.
 */
const edgesOf = (text: string): ReadonlyArray<number> =>
  Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => index + 1).filter(
    (at) =>
      !/[\uDC00-\uDFFF]/.test(text.charAt(at)) &&
      (Math.min(at, text.length - at) >= leastPiece ||
        !(wordCharacter.test(text.charAt(at - 1)) && wordCharacter.test(text.charAt(at))))
  )

/**
 * How a term is looked for among values that cannot be compared where they are stored. A value may hold the whole
 * term; or the term may begin in the words before a value and end in it, and the like ("offboarding of ann"). Upper and
 * lower case are the same.
 */
export const makeTermMatcher = (term: string) => {
  const text = term.toLowerCase()
  const edges = edgesOf(text)
  const isEdge = new Set([...edges, text.length])
  const begins = new Set<number>()
  const ends = new Set<number>()

  /** Whether a piece of the term ends or begins with a value, at the edge of a word. */
  const touches = (value: string): boolean => {
    if (value === "") return false
    const lower = value.toLowerCase()
    let found = false
    for (const edge of [0, ...edges]) {
      const whole = text.startsWith(lower, edge) && isEdge.has(edge + lower.length)
      if (edge > 0 && (whole || lower.startsWith(text.slice(edge)))) {
        begins.add(edge)
        found = true
      }
      const end = whole ? edge + lower.length : edge
      if (end > 0 && end < text.length && (whole || lower.endsWith(text.slice(0, end)))) {
        ends.add(end)
        found = true
      }
    }
    return found
  }

  return {
    holds: (readable: string): boolean => readable.toLowerCase().includes(text),
    touches,
    /**
     * What stands beside a value in the `search_text` of an entry where the term meets one of those that touched it so
     * far; null where that narrows nothing down.
     */
    besides: (): ReadonlyArray<string> | null => {
      const patterns = [
        ...Array.from(begins, (begin) => text.slice(0, begin) + sealedMark),
        ...Array.from(ends, (end) => sealedMark + text.slice(end)),
        ...Array.from(ends).flatMap((end) =>
          Array.from(begins)
            .filter((begin) => begin >= end)
            .map((begin) => sealedMark + text.slice(end, begin) + sealedMark)
        )
      ]
      return patterns.length > maxPatterns ? null : patterns
    }
  }
}
