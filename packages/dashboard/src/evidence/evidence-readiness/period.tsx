import { Schema } from "effect"
import { FilterSelect } from "#design/Field.tsx"
import { useWords } from "#languages/words.ts"
import { dayFromToday } from "#platform/format.ts"

/** Last 30 or 365 days; default 90. */
export const Period = Schema.Literals(["month", "year"])
export type Period = typeof Period.Type

const days: Readonly<Record<Period | "quarter", number>> = { month: 30, quarter: 90, year: 365 }

/** Days of a period, both ends included. */
export const daysOf = (period: Period | undefined) => ({
  from: dayFromToday(1 - days[period ?? "quarter"]),
  to: dayFromToday(0)
})

/** Selects the period of last days. */
export const PeriodChoice = ({
  onChoose,
  value
}: {
  readonly value: Period | undefined
  readonly onChoose: (period: Period | undefined) => void
}) => {
  const words = useWords().timeToCut
  return (
    <FilterSelect
      label={words.period}
      none={words.periods.quarter}
      value={value}
      choices={Period.literals.map((one) => [one, words.periods[one]] as const)}
      onChoose={onChoose}
    />
  )
}
