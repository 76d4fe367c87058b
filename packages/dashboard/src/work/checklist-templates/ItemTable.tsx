import { assigneeOf } from "@svc/contract/checklists/schema"
import type { GivenTemplateItem } from "@svc/contract/checklist-templates/schema"
import { IconButton } from "#design/Button.tsx"
import { Row, Text } from "#design/layout.tsx"
import { MoveButtons } from "#design/MoveButtons.tsx"
import { type Column, Table } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { useAssigneeNames } from "#records/assignees.ts"

/** A task with a stable key, so that its row survives a move. */
export interface Placed {
  readonly key: string
  readonly item: GivenTemplateItem
}

const moved = (items: ReadonlyArray<Placed>, from: Placed, to: number) => {
  const others = items.filter((one) => one !== from)
  return [...others.slice(0, to), from, ...others.slice(to)]
}

/** Tasks in order; with `changes` they can be moved, edited, and removed. */
export const ItemTable = ({
  changes,
  items
}: {
  readonly items: ReadonlyArray<Placed>
  readonly changes?: {
    readonly onChange: (items: ReadonlyArray<Placed>) => void
    readonly onEdit: (placed: Placed) => void
  }
}) => {
  const words = useWords().checklistTemplates
  const { nameOf } = useAssigneeNames()
  const until = ({ due_days_before_exit, sla_hours }: GivenTemplateItem) =>
    [
      typeof due_days_before_exit === "number" ? words.dueBefore(due_days_before_exit) : null,
      typeof sla_hours === "number" ? words.within(sla_hours) : null
    ]
      .filter((part) => part !== null)
      .join(" · ")
  const columns: ReadonlyArray<Column<Placed>> = [
    {
      name: words.task,
      align: "main",
      cell: ({ item }) => {
        const beside = [
          typeof item.follows === "string" ? words.completesItself[item.follows] : null,
          until(item) === "" ? null : until(item)
        ].filter((part) => part !== null)
        return (
          <>
            <Text as="div">{item.task}</Text>
            {beside.length > 0 && (
              <Text as="div" size="small" tone="3">
                {beside.join(" · ")}
              </Text>
            )}
          </>
        )
      }
    },
    {
      name: words.assignee,
      align: "tight",
      wideOnly: true,
      cell: ({ item }) => <Text tone="2">{nameOf(assigneeOf(item.assigned_to))}</Text>
    },
    ...(changes === undefined
      ? []
      : [
          {
            name: words.order,
            quiet: true,
            align: "end",
            cell: (placed) => (
              <Row gap={1} end whole>
                <MoveButtons
                  place={items.indexOf(placed)}
                  places={items.length}
                  onMove={(to) => changes.onChange(moved(items, placed, to))}
                  words={{
                    up: words.moveUp(placed.item.task),
                    down: words.moveDown(placed.item.task),
                    now: words.movedTo
                  }}
                />
                <IconButton
                  icon="pencil"
                  label={words.editOf(placed.item.task)}
                  onClick={() => changes.onEdit(placed)}
                />
                <IconButton
                  icon="x"
                  label={words.removeOf(placed.item.task)}
                  onClick={() => changes.onChange(items.filter((one) => one !== placed))}
                />
              </Row>
            )
          } satisfies Column<Placed>
        ])
  ]
  return <Table label={words.tasks} rows={items} keyOf={({ key }) => key} columns={columns} />
}
