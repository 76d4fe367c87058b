import { useWords } from "#languages/words.ts"

/** So many hours as people say them: minutes below one, days from two on. */
export const useHours = () => {
  const { span } = useWords().timeToCut
  return (hours: number) => {
    if (hours < 1) return span.minutes(Math.round(hours * 60))
    return hours < 48 ? span.hours(Math.round(hours * 10) / 10) : span.days(Math.round((hours / 24) * 10) / 10)
  }
}
