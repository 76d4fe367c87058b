import { useFormat } from "#platform/format.ts"

/** Shares and hours as the report has them. */
export const useShares = () => {
  const { number, percent } = useFormat()
  return {
    share: (value: number | null) => (value === null ? "–" : percent(value * 100)),
    /** Never less than what it bounds. */
    bound: (value: number | null) => (value === null ? "–" : percent(Math.ceil(value * 1000 - 1e-9) / 10)),
    hours: (value: number | null) => (value === null ? "–" : `${number(value)} h`)
  }
}
