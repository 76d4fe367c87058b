import { SlaStatus } from "@svc/contract/checklists/schema"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { OffboardingStatus, SeparationType } from "@svc/contract/offboardings/schema"
import { Option, Schema } from "effect"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Button } from "#design/Button.tsx"
import { FilterSelect, SearchField, TextField } from "#design/Field.tsx"
import { Columns, Row } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useQuery } from "#platform/atoms.ts"
import { departments } from "#records/departments-data.ts"
import { OwnerFilter } from "./OwnerFilter.tsx"
import type { CaseSearch } from "./search.ts"
import { ViewActions } from "./Views.tsx"

const asDay = Schema.decodeUnknownOption(CalendarDate)

const yesOrNo = (value: boolean | undefined) => (value === undefined ? undefined : value ? "true" : "false")
const asBoolean = (value: "true" | "false" | undefined) => (value === undefined ? undefined : value === "true")

/** Departments of past and current offboardings; empty without permission to see figures. */
const Departments = ({ narrow, search: { department } }: Pick<CaseSearch, "narrow" | "search">) => {
  const words = useWords().cases
  const result = useQuery(departments)
  const known = AsyncResult.isSuccess(result) ? result.value : []
  const all = department === undefined || known.includes(department) ? known : [department, ...known]
  return (
    <FilterSelect
      label={words.plainTexts.employee_department}
      none={words.anyDepartment}
      value={department}
      choices={all.map((name) => [name, name] as const)}
      onChoose={(chosen) => narrow({ department: chosen })}
    />
  )
}

const Further = ({ narrow, search }: Pick<CaseSearch, "narrow" | "search">) => {
  const words = useWords().cases
  const { may } = useMay()
  return (
    <>
      <Row gap={2}>
        <FilterSelect
          label={words.type}
          none={words.anyType}
          value={search.separation_type}
          choices={SeparationType.literals.map((type) => [type, words.separations[type]] as const)}
          onChoose={(separation_type) => narrow({ separation_type })}
        />
        <OwnerFilter search={search} narrow={narrow} />
        {may("analytics_view") && <Departments search={search} narrow={narrow} />}
        <FilterSelect
          label={words.access}
          none={words.anyAccess}
          value={yesOrNo(search.revocation_failed)}
          choices={[
            ["true", words.failedOnly],
            ["false", words.failedNone]
          ]}
          onChoose={(failed) => narrow({ revocation_failed: asBoolean(failed) })}
        />
        <FilterSelect
          label={words.hold}
          none={words.anyHold}
          value={yesOrNo(search.legal_hold)}
          choices={[
            ["true", words.heldOnly],
            ["false", words.heldNone]
          ]}
          onChoose={(held) => narrow({ legal_hold: asBoolean(held) })}
        />
      </Row>
      <Columns>
        <TextField
          label={words.lastDayFrom}
          type="date"
          value={search.exit_date_from ?? ""}
          onInput={(day) => narrow({ exit_date_from: Option.getOrUndefined(asDay(day)) })}
        />
        <TextField
          label={words.lastDayTo}
          type="date"
          value={search.exit_date_to ?? ""}
          onInput={(day) => narrow({ exit_date_to: Option.getOrUndefined(asDay(day)) })}
        />
      </Columns>
    </>
  )
}

/** Filters of the list; rarely used ones are collapsed until set. */
export const CaseFilters = ({ clear, isNarrowed, narrow, parameters, search }: CaseSearch) => {
  const words = useWords().cases
  const { department, exit_date_from, exit_date_to, legal_hold, owner, revocation_failed, separation_type } = search
  const isSet = [department, exit_date_from, exit_date_to, legal_hold, owner, revocation_failed, separation_type].some(
    (value) => value !== undefined
  )
  const [unfolded, unfold] = useState(isSet && isNarrowed)
  return (
    <>
      <Row gap={2}>
        <SearchField label={words.search} value={search.q ?? ""} onSearch={(q) => narrow({ q })} />
        <FilterSelect
          label={words.stage}
          none={words.anyStage}
          value={search.status}
          choices={OffboardingStatus.literals.map((stage) => [stage, words.stages[stage]] as const)}
          onChoose={(status) => narrow({ status })}
        />
        <FilterSelect
          label={words.sla}
          none={words.anySla}
          value={search.sla}
          choices={SlaStatus.literals.map((status) => [status, words.slaStates[status]] as const)}
          onChoose={(sla) => narrow({ sla })}
        />
        <FilterSelect
          label={words.open}
          none={words.open}
          value={search.open === "any" ? undefined : search.open}
          choices={[
            ["true", words.openOnly],
            ["false", words.closedOnly]
          ]}
          onChoose={(open) => narrow({ open: open ?? "any" })}
        />
        <Button variant="tertiary" icon="filter" onClick={() => unfold(!unfolded)}>
          {unfolded ? words.fewerFilters : words.moreFilters}
        </Button>
        {isNarrowed && (
          <Button variant="tertiary" icon="x" onClick={clear}>
            {words.clear}
          </Button>
        )}
        <ViewActions isNarrowed={isNarrowed} parameters={parameters} />
      </Row>
      {unfolded && <Further search={search} narrow={narrow} />}
    </>
  )
}
