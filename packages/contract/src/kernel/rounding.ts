export const oneDecimal = (value: number): number => Math.round(value * 10) / 10

/** A part of a whole in percent, to one decimal; null of nothing. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : oneDecimal((100 * part) / whole)

const millisecondsOfDay = 86_400_000

/** So many durations together, in days on average to one decimal; null of none. One division, so a half is a half. */
export const averageDays = (milliseconds: number, count: number): number | null =>
  count === 0 ? null : Math.round((10 * milliseconds) / (count * millisecondsOfDay)) / 10
