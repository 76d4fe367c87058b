export const oneDecimal = (value: number): number => Math.round(value * 10) / 10

/** A part of a whole in percent, to one decimal; null of nothing. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : oneDecimal((100 * part) / whole)

const millisecondsOfDay = 86_400_000

/** Average of a sum of durations, in days to one decimal; null for none. One division, so that a half is exact. */
export const averageDays = (milliseconds: number, count: number): number | null =>
  count === 0 ? null : Math.round((10 * milliseconds) / (count * millisecondsOfDay)) / 10
