import { Schema } from "effect"
import { Choice } from "../design/Field.tsx"
import { useWords } from "../languages/words.ts"
import { dayFromToday } from "../platform/format.ts"

/** So many days to this one; without it 90. */
export const Period = Schema.Literals(["month", "year"])
export type Period = typeof Period.Type

const days: Readonly<Record<Period | "quarter", number>> = { month: 30, quarter: 90, year: 365 }

/** The days of a period, both ends inclusive. */
export const daysOf = (period: Period | undefined) => ({
  from: dayFromToday(1 - days[period ?? "quarter"]),
  to: dayFromToday(0)
})

/** The last days of those who are looked at. */
export const PeriodChoice = ({
  onChoose,
  value
}: {
  readonly value: Period | undefined
  readonly onChoose: (period: Period | undefined) => void
}) => {
  const words = useWords().timeToCut
  return (
    <Choice
      label={words.period}
      none={words.periods.quarter}
      value={value}
      choices={Period.literals.map((one) => [one, words.periods[one]] as const)}
      onChoose={onChoose}
    />
  )
}

/** So many hours as people say them: minutes below one, days from two on. */
export const useHours = () => {
  const { span } = useWords().timeToCut
  return (hours: number) => {
    if (hours < 1) return span.minutes(Math.round(hours * 60))
    return hours < 48 ? span.hours(Math.round(hours * 10) / 10) : span.days(Math.round((hours / 24) * 10) / 10)
  }
}
