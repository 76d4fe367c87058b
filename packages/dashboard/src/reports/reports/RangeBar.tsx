import { type ReportRange, reportQuery } from "@svc/contract/kernel/report-range"
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { Button } from "#design/Button.tsx"
import { FilterSelect, TextField } from "#design/Field.tsx"
import { Columns, Row, Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"
import { useForm } from "#platform/form.ts"
import { type Range, RangePreset } from "./range.ts"

const OwnDays = ({
  days,
  onChoose,
  years
}: {
  readonly days: ReportRange
  readonly years: number
  readonly onChoose: (days: ReportRange) => void
}) => {
  const words = useWords().reports
  const form = useForm(reportQuery(years, {}), { from: days.from ?? "", to: days.to ?? "" }, {}, ["from", "to"])
  return (
    <Stack gap={3}>
      <Columns>
        <TextField label={words.from} type="date" {...form.field("from")} />
        <TextField label={words.to} type="date" {...form.field("to")} />
      </Columns>
      <Row>
        <Button onClick={() => form.submit(onChoose)}>{words.show}</Button>
      </Row>
    </Stack>
  )
}

/** Range picker, with further filters. */
export const RangeBar = ({
  children,
  range: { choose, chooseDays, days, preset, usual },
  without = [],
  years
}: {
  readonly range: Range
  /** Maximum length in years. */
  readonly years: number
  /** Presets that this report does not support. */
  readonly without?: ReadonlyArray<RangePreset>
  readonly children?: ComponentChildren
}) => {
  const words = useWords().reports
  const { day } = useFormat()
  const [choosing, setChoosing] = useState(false)
  const isOwn = preset === undefined || choosing
  const others = RangePreset.literals.filter((one) => one !== usual && !without.includes(one))
  return (
    <>
      <Row gap={2}>
        <FilterSelect
          label={words.range}
          none={words.presets[usual]}
          value={isOwn ? "own" : preset === usual ? undefined : preset}
          choices={[...others.map((one) => [one, words.presets[one]] as const), ["own", words.ownDays] as const]}
          onChoose={(chosen) => {
            setChoosing(chosen === "own")
            if (chosen !== "own") choose(chosen)
          }}
        />
        {children}
        {days.from !== undefined && days.to !== undefined && (
          <Text tone="3" size="table">
            {day(days.from)} – {day(days.to)}
          </Text>
        )}
      </Row>
      {isOwn && (
        <OwnDays
          days={days}
          years={years}
          onChoose={(chosen) => {
            setChoosing(false)
            chooseDays(chosen)
          }}
        />
      )}
    </>
  )
}
