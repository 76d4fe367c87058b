import type { ChecklistItem } from "@svc/contract/checklists/schema"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import type { OffboardingStatus } from "@svc/contract/offboardings/schema"
import type { ComponentChildren } from "preact"
import { useMay } from "#access/data.ts"
import { Badge } from "#design/Badge.tsx"
import { Card } from "#design/Card.tsx"
import { Checkbox } from "#design/Field.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Table } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { useAssigneeNames } from "#records/assignees.ts"
import { Ago } from "#platform/Ago.tsx"
import { daysUntil, useFormat } from "#platform/format.ts"
import { TaskDetails, TaskHint, TaskOwner } from "./TaskDetails.tsx"
import { useTicks } from "./ticks.tsx"

const Task = ({
  of: { completed, due_date, not_needed_at, not_needed_reason, sla_breached, task }
}: {
  readonly of: ChecklistItem
}) => {
  const words = useWords().checklists
  const late = !completed && (sla_breached || (due_date !== null && daysUntil(due_date) < 0))
  return (
    <Text tone={completed ? "3" : undefined}>
      {task} {not_needed_at !== null && <Badge plain>{words.notNeeded}</Badge>}
      {late && <Badge tone="bad">{words.late}</Badge>}
      {not_needed_reason !== null && (
        <Text as="div" size="small" tone="3">
          {not_needed_reason}
        </Text>
      )}
    </Text>
  )
}

const Due = ({ of: { completed, due_date, sla_deadline } }: { readonly of: ChecklistItem }) => {
  const { day } = useFormat()
  return (
    <Text as="div" tone="2" size="small" oneLine>
      {due_date !== null && day(due_date)}
      {sla_deadline !== null && !completed && (
        <Text as="div" size="small" tone="3" oneLine>
          <Ago at={sla_deadline} />
        </Text>
      )}
    </Text>
  )
}

/** Tasks of a case with checkboxes. */
export const TaskRows = ({
  act,
  beside,
  items,
  label,
  onTick,
  status
}: {
  readonly status: OffboardingStatus
  readonly onTick: (item: ChecklistItem, completed: boolean) => void
  readonly label: string
  readonly items: ReadonlyArray<ChecklistItem>
  /** Content below the task's text. */
  readonly beside?: (item: ChecklistItem) => ComponentChildren
  /** Menu of a task; with it the table also shows due dates. */
  readonly act?: (item: ChecklistItem) => ComponentChildren
}) => {
  const words = useWords().checklists
  const { nameOf } = useAssigneeNames()
  const { may } = useMay()
  const isClosed = status === "completed" || status === "cancelled"
  const columns = [
    {
      name: words.done,
      quiet: true,
      cell: (item: ChecklistItem) => (
        <Checkbox
          label={item.task}
          checked={item.completed}
          disabled={!may("offboardings_edit") || isClosed || item.not_needed_at !== null}
          onTick={(completed) => onTick(item, completed)}
        />
      ),
      align: "tight"
    },
    {
      name: words.task,
      cell: (item: ChecklistItem) => (
        <>
          <Task of={item} />
          {item.owner_name !== null && <TaskOwner name={item.owner_name} />}
          {act === undefined ? <TaskHint of={item} /> : <TaskDetails of={item} />}
          {beside?.(item)}
        </>
      ),
      align: "main"
    }
  ] as const
  const further =
    act === undefined
      ? ([
          {
            name: words.assignee,
            cell: ({ assigned_to }: ChecklistItem) => (
              <Text tone="2" size="small">
                {nameOf(assigned_to)}
              </Text>
            ),
            align: "tight",
            wideOnly: true
          }
        ] as const)
      : ([
          { name: words.due, cell: (item: ChecklistItem) => <Due of={item} />, align: "end" },
          { name: words.act, quiet: true, cell: act, align: "tight" }
        ] as const)
  return (
    <Table
      label={label}
      columns={[...columns, ...further]}
      rows={items}
      keyOf={(item) => item.id}
      quiet={act !== undefined}
    />
  )
}

/** Compact task list with checkboxes. */
export const TaskTable = ({
  id,
  items,
  status
}: {
  readonly id: OffboardingId
  readonly status: OffboardingStatus
  readonly items: ReadonlyArray<ChecklistItem>
}) => {
  const words = useWords().checklists
  const { onTick, refusals } = useTicks(id)
  return (
    <Stack gap={3}>
      {refusals}
      <Card title={words.title} flush>
        {items.length === 0 ? (
          <Placeholder icon="list-checks" title={words.none} text={words.noneText} />
        ) : (
          <TaskRows status={status} onTick={onTick} label={words.title} items={items} />
        )}
      </Card>
    </Stack>
  )
}
