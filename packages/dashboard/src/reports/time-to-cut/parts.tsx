import { useWords } from "#languages/words.ts"

/** Formats hours: minutes below one hour, days from two days on. */
export const useHours = () => {
  const { span } = useWords().timeToCut
  return (hours: number) => {
    if (hours < 1) return span.minutes(Math.round(hours * 60))
    return hours < 48 ? span.hours(Math.round(hours * 10) / 10) : span.days(Math.round((hours / 24) * 10) / 10)
  }
}
