export const oneDecimal = (value: number): number => Math.round(value * 10) / 10

/** A part of a whole in percent, to one decimal; null of nothing. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : oneDecimal((100 * part) / whole)
