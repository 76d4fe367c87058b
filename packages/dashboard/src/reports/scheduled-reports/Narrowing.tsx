import { OffboardingColumn, TaskColumn } from "@svc/contract/scheduled-reports/choices"
import type { ReportFilters } from "@svc/contract/scheduled-reports/schema"
import { OffboardingStatus, SeparationType } from "@svc/contract/offboardings/schema"
import { AsyncResult } from "effect/reactivity"
import { Disclosure } from "#design/Disclosure.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { OptionCard, OptionCards } from "#design/OptionCard.tsx"
import { useWords } from "#languages/words.ts"
import { useQuery } from "#platform/atoms.ts"
import { departments } from "#records/departments-data.ts"

const toggled = <A,>(all: ReadonlyArray<A>, one: A, isIn: boolean) =>
  isIn ? [...all, one] : all.filter((other) => other !== one)

const Some = <A extends string>({
  chosen,
  label,
  named,
  onChoose
}: {
  readonly label: string
  readonly named: ReadonlyArray<readonly [A, string]>
  readonly chosen: ReadonlyArray<A>
  readonly onChoose: (chosen: ReadonlyArray<A>) => void
}) => (
  <Stack gap={1}>
    <Text strong>{label}</Text>
    <OptionCards label={label}>
      {named.map(([one, name]) => (
        <OptionCard
          key={one}
          name={name}
          chosen={chosen.includes(one)}
          onPick={(isIn) => onChoose(toggled(chosen, one, isIn))}
        />
      ))}
    </OptionCards>
  </Stack>
)

/** Filters and columns of a report; an empty selection means all, or the default columns. */
export const Narrowing = ({
  columns,
  filters,
  isOfTasks,
  onColumns,
  onNarrow
}: {
  readonly isOfTasks: boolean
  readonly filters: ReportFilters
  readonly onNarrow: (filters: ReportFilters) => void
  readonly columns: ReadonlyArray<string>
  readonly onColumns: (columns: ReadonlyArray<string>) => void
}) => {
  const { cases, scheduledReports: words } = useWords()
  const found = useQuery(departments)
  const { department = [], separation_type = [], status = [] } = filters
  // A filtered department stays listed even if no one works there anymore.
  const known = [...new Set([...(AsyncResult.isSuccess(found) ? found.value : []), ...department])].toSorted()
  const possible: ReadonlyArray<OffboardingColumn | TaskColumn> = (isOfTasks ? TaskColumn : OffboardingColumn).literals
  return (
    <>
      <Disclosure
        summary={<Text size="table">{words.narrow(department.length + separation_type.length + status.length)}</Text>}
      >
        {() => (
          <Stack gap={3}>
            <Some
              label={cases.plainTexts.employee_department}
              named={known.map((one) => [one, one])}
              chosen={department}
              onChoose={(chosen) => onNarrow({ ...filters, department: chosen })}
            />
            <Some
              label={cases.type}
              named={SeparationType.literals.map((one) => [one, cases.separations[one]])}
              chosen={separation_type}
              onChoose={(chosen) => onNarrow({ ...filters, separation_type: chosen })}
            />
            <Some
              label={cases.stage}
              named={OffboardingStatus.literals.map((one) => [one, cases.stages[one]])}
              chosen={status}
              onChoose={(chosen) => onNarrow({ ...filters, status: chosen })}
            />
          </Stack>
        )}
      </Disclosure>
      <Disclosure summary={<Text size="table">{words.columns(columns.length)}</Text>}>
        {() => (
          <Some
            label={words.columnsLabel}
            named={possible.map((one) => [one, words.columnNames[one]])}
            chosen={possible.filter((one) => columns.includes(one))}
            onChoose={onColumns}
          />
        )}
      </Disclosure>
    </>
  )
}
