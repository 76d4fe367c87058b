/** Placeholder in an entry's `search_text` for each encrypted value. */
const sealedMark = "\u0001"

const wordCharacter = /[\p{L}\p{N}]/u

/** More patterns than this no longer narrow the search. */
const maxPatterns = 200

/** Less of a word than this is common to too many values to look for. */
const leastPiece = 3

/**
 * Positions in a text where a value and its surroundings can meet: between two words, and inside a word if enough is
 * left on both sides.
 */
const edgesOf = (text: string): ReadonlyArray<number> =>
  Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => index + 1).filter(
    (at) =>
      !/[\uDC00-\uDFFF]/.test(text.charAt(at)) &&
      (Math.min(at, text.length - at) >= leastPiece ||
        !(wordCharacter.test(text.charAt(at - 1)) && wordCharacter.test(text.charAt(at))))
  )

/**
 * Matches a term among encrypted values, which cannot be compared in the database. A value may contain the whole term;
 * or the term may start in the words before a value and end in it, and so on ("offboarding of ann"). All in lower case.
 */
export const makeTermMatcher = (term: string) => {
  const text = term.toLowerCase()
  const edges = edgesOf(text)
  const isEdge = new Set([...edges, text.length])
  const begins = new Set<number>()
  const ends = new Set<number>()
  // Tens of thousands of values are asked, of which few begin or end with a character that the term has at an edge.
  const startsWith = Map.groupBy([0, ...edges], (edge) => text.charCodeAt(edge))
  const endsWith = Map.groupBy(edges, (edge) => text.charCodeAt(edge - 1))
  const heads = new Map(edges.map((edge) => [edge, text.slice(0, edge)]))
  const tails = new Map(edges.map((edge) => [edge, text.slice(edge)]))
  const noted = (places: Set<number>, place: number) => {
    if (place > 0 && place < text.length) places.add(place)
  }

  /** Whether a piece of the term ends or begins with a value, at the edge of a word. */
  const touches = (value: string): boolean => {
    if (value === "") return false
    let found = false
    for (const edge of startsWith.get(value.charCodeAt(0)) ?? []) {
      const whole = text.startsWith(value, edge) && isEdge.has(edge + value.length)
      const tail = tails.get(edge)
      if (!whole && (tail === undefined || !value.startsWith(tail))) continue
      noted(begins, edge)
      if (whole) noted(ends, edge + value.length)
      found = true
    }
    for (const edge of endsWith.get(value.charCodeAt(value.length - 1)) ?? []) {
      if (!value.endsWith(heads.get(edge) ?? "")) continue
      noted(ends, edge)
      found = true
    }
    return found
  }

  return {
    holds: (value: string): boolean => value.includes(text),
    touches,
    /**
     * The text around a value in an entry's `search_text` where the term meets one of the values so far; null if that
     * narrows nothing.
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
