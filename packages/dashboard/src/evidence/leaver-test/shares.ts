import { useFormat } from "#platform/format.ts"

/** Formats shares and hours as the report does. */
export const useShares = () => {
  const { number, percent } = useFormat()
  return {
    share: (value: number | null) => (value === null ? "–" : percent(value * 100)),
    /** Rounded up, so that it stays an upper bound. */
    bound: (value: number | null) => (value === null ? "–" : percent(Math.ceil(value * 1000 - 1e-9) / 10)),
    hours: (value: number | null) => (value === null ? "–" : `${number(value)} h`)
  }
}
