import type { ChecklistTemplate } from "@svc/contract/checklist-templates/schema"
import { Badge } from "#design/Badge.tsx"
import { Stack, Text, Titled } from "#design/layout.tsx"
import { RowLink } from "#design/Table.tsx"
import { type Words, useWords } from "#languages/words.ts"
import { template } from "#platform/pages.ts"
import { checklistTemplates } from "./data.ts"
import { StandardLists } from "./StandardLists.tsx"
import { TemplateList } from "./TemplateList.tsx"

/** Criteria by which the template is chosen automatically. */
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

/** List of checklist templates. */
export const ChecklistTemplates = () => {
  const all = useWords()
  const words = all.checklistTemplates
  return (
    <Stack>
      <TemplateList
        of={checklistTemplates}
        kind="checklists"
        icon="list-checks"
        words={words}
        skeleton={4}
        columns={[
          {
            name: words.name,
            align: "main",
            cell: (row) => (
              <Titled below={row.description === "" ? chosenFor(row, all) : row.description}>
                <RowLink href={template({ kind: "checklists", id: row.id })}>{row.name}</RowLink>
              </Titled>
            )
          },
          {
            name: words.chosenFor,
            align: "tight",
            wideOnly: true,
            cell: (row) => <Text tone="2">{chosenFor(row, all)}</Text>
          },
          { name: words.tasks, align: "end", cell: ({ items }) => items.length },
          {
            name: words.state,
            align: "tight",
            cell: ({ is_active }) => (
              <Badge tone={is_active ? "good" : "calm"}>{is_active ? words.active : words.resting}</Badge>
            )
          }
        ]}
      />
      <StandardLists />
    </Stack>
  )
}
