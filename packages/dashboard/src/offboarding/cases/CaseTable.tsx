import type { Case, CaseSort } from "@svc/contract/cases/schema"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Checkbox } from "#design/Field.tsx"
import { Text } from "#design/layout.tsx"
import { type Column, Pager, Table } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { pageSize } from "#records/data.ts"
import { RefusedCases, useMoves } from "./moves.tsx"
import { Access, DaysLeft, FailedApps, hasFailed, Person, Progress, Sla, Stage } from "#records/parts.tsx"
import type { CaseSearch } from "./search.ts"
import { SelectionBar } from "./SelectionBar.tsx"

type Chosen = ReadonlyMap<OffboardingId, Case>

const useColumns = (): ReadonlyArray<Column<Case, CaseSort>> => {
  const words = useWords().cases
  return [
    {
      name: words.person,
      cell: (row) => (
        <Person
          of={row}
          below={
            <>
              {row.owner_name !== null && (
                <Text as="div" size="small" tone="3" oneLine>
                  {words.ownedBy(row.owner_name)}
                </Text>
              )}
              <FailedApps of={row} narrowOnly />
            </>
          }
        />
      ),
      sort: "employee_name",
      align: "main"
    },
    {
      name: words.stage,
      cell: ({ status }) => <Stage status={status} />,
      sort: "status",
      align: "tight",
      wideOnly: true
    },
    { name: words.sla, cell: (row) => <Sla of={row} none={<Text tone="3">–</Text>} />, align: "tight", wideOnly: true },
    { name: words.access, cell: (row) => <Access of={row} />, align: "tight", wideOnly: true },
    { name: words.tasks, cell: (row) => <Progress of={row} />, align: "tight", wideOnly: true },
    { name: words.lastDay, cell: (row) => <DaysLeft of={row} />, sort: "exit_date", align: "end" }
  ]
}

/** One page of the list; the selection persists across pages. */
export const CaseTable = ({
  busy,
  change,
  dense,
  narrow,
  rows,
  search,
  sorting,
  total
}: Pick<CaseSearch, "change" | "narrow" | "search" | "sorting"> & {
  readonly dense: boolean
  readonly rows: ReadonlyArray<Case>
  readonly total: number
  readonly busy: boolean
}) => {
  const { cases: words, common } = useWords()
  const { may } = useMay()
  const columns = useColumns()
  const [chosen, choose] = useState<Chosen>(new Map())
  const moves = useMoves({ onDone: () => choose(new Map()) })
  const toggle = (those: ReadonlyArray<Case>, on: boolean) =>
    choose((before) => {
      const next = new Map(before)
      for (const row of those) {
        if (on) next.set(row.id, row)
        else next.delete(row.id)
      }
      return next
    })
  const selection: Column<Case, CaseSort> = {
    name: words.choose,
    head: (
      <Checkbox
        label={words.chooseAll}
        checked={rows.every(({ id }) => chosen.has(id))}
        onTick={(on) => toggle(rows, on)}
      />
    ),
    cell: (row) => (
      <Checkbox
        label={words.chooseOne(row.employee_name)}
        checked={chosen.has(row.id)}
        onTick={(on) => toggle([row], on)}
      />
    ),
    align: "tight"
  }
  return (
    <>
      <RefusedCases refused={moves.refused} dismiss={moves.dismiss} />
      <Table
        label={words.title}
        columns={may("offboardings_edit") || may("offboardings_delete") ? [selection, ...columns] : columns}
        rows={rows}
        keyOf={({ id }) => id}
        busy={busy}
        dense={dense}
        isBad={hasFailed}
        sorting={{ ...sorting, onSort: (sort, order) => narrow({ sort, order }) }}
      />
      <Pager
        total={total}
        limit={pageSize}
        offset={search.offset ?? 0}
        words={common.pager}
        onMove={(offset) => change({ offset })}
      />
      <SelectionBar chosen={[...chosen.values()]} moves={moves} onClear={() => choose(new Map())} />
    </>
  )
}
