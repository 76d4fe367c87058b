import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Button } from "#design/Button.tsx"
import { TextField } from "#design/Field.tsx"
import { Row, Stack } from "#design/layout.tsx"
import { OptionCard, OptionCards } from "#design/OptionCard.tsx"
import { useWords } from "#languages/words.ts"
import { useQuery } from "#platform/atoms.ts"
import { departments as departmentsOfReports } from "#records/departments-data.ts"

interface Chosen {
  readonly chosen: ReadonlyArray<string>
  readonly onChange: (chosen: ReadonlyArray<string>) => void
  readonly wrong?: string | undefined
}

const PicksOf = ({ chosen, known, onChange, wrong }: Chosen & { readonly known: ReadonlyArray<string> }) => {
  const words = useWords().members
  const [typed, setTyped] = useState("")
  const names = [...new Set([...known, ...chosen])]
  const add = () => {
    if (typed.trim() !== "") onChange([...new Set([...chosen, typed.trim()])])
    setTyped("")
  }
  return (
    <Stack gap={3}>
      {names.length > 0 && (
        <OptionCards label={words.departments}>
          {names.map((name) => (
            <OptionCard
              key={name}
              name={name}
              chosen={chosen.includes(name)}
              onPick={(isChosen) => onChange(isChosen ? [...chosen, name] : chosen.filter((one) => one !== name))}
            />
          ))}
        </OptionCards>
      )}
      <TextField
        label={words.otherDepartment}
        help={words.departmentsHelp}
        wrong={wrong}
        value={typed}
        onInput={setTyped}
      />
      <Row>
        <Button size="small" icon="plus" disabled={typed.trim() === ""} onClick={add}>
          {words.addDepartment}
        </Button>
      </Row>
    </Stack>
  )
}

const WithKnown = (chosen: Chosen) => {
  const known = useQuery(departmentsOfReports)
  return <PicksOf known={AsyncResult.isSuccess(known) ? known.value : []} {...chosen} />
}

/** Known departments as choices, others by name. Without permission for reports, none are known. */
export const DepartmentPicks = (chosen: Chosen) => {
  const { may } = useMay()
  return may("analytics_view") ? <WithKnown {...chosen} /> : <PicksOf known={[]} {...chosen} />
}
