import type { ChecklistTemplate } from "@svc/contract/checklist-templates/schema"
import { useMay } from "#access/data.ts"
import { Badge } from "#design/Badge.tsx"
import { LinkButton } from "#design/Button.tsx"
import { Said } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { RowLink, Table, TableBones } from "#design/Table.tsx"
import { type Words, useWords } from "#languages/words.ts"
import { template } from "#platform/pages.ts"
import { Ago } from "#platform/Ago.tsx"
import { Loaded } from "#platform/Loaded.tsx"
import { checklistTemplates } from "./data.ts"

/** For which new offboardings it is chosen by itself. */
export const chosenFor = (
  { role, separation_type, worker_type }: ChecklistTemplate,
  { cases, checklistTemplates: words, employees }: Words
) => {
  const parts = [
    role,
    separation_type === null ? null : cases.separations[separation_type],
    worker_type === null ? null : employees.workerTypes[worker_type]
  ].filter((part) => part !== null)
  return parts.length === 0 ? words.byHand : parts.join(" · ")
}

/** The lists of tasks that new offboardings begin with. */
export const ChecklistTemplates = () => {
  const all = useWords()
  const words = all.checklistTemplates
  const { may } = useMay()
  return (
    <Loaded of={checklistTemplates} bones={<TableBones columns={4} rows={4} />}>
      {({ rows }, busy) =>
        rows.length === 0 ? (
          <Placeholder icon="list-checks" title={words.none} text={words.noneText}>
            {may("checklists_manage") && (
              <LinkButton href={template({ kind: "checklists", id: "new" })} icon="plus">
                {words.create.checklists}
              </LinkButton>
            )}
          </Placeholder>
        ) : (
          <Table
            label={words.kinds.checklists}
            rows={rows}
            keyOf={({ id }) => id}
            busy={busy}
            columns={[
              {
                name: words.name,
                align: "main",
                cell: (row) => (
                  <Said as="div" oneLine>
                    <RowLink href={template({ kind: "checklists", id: row.id })}>{row.name}</RowLink>
                    <Said as="div" size="small" tone="3" oneLine>
                      {row.description === "" ? chosenFor(row, all) : row.description}
                    </Said>
                  </Said>
                )
              },
              {
                name: words.chosenFor,
                align: "tight",
                wideOnly: true,
                cell: (row) => <Said tone="2">{chosenFor(row, all)}</Said>
              },
              { name: words.tasks, align: "end", cell: ({ items }) => items.length },
              {
                name: words.state,
                align: "tight",
                cell: ({ is_active }) => (
                  <Badge tone={is_active ? "good" : "calm"}>{is_active ? words.active : words.resting}</Badge>
                )
              },
              {
                name: words.changed,
                align: "end",
                wideOnly: true,
                cell: ({ updated_at }) => <Ago at={updated_at} tone="2" />
              }
            ]}
          />
        )
      }
    </Loaded>
  )
}
