import type { MyTask } from "@svc/contract/reports/schema"
import { DateTime } from "effect"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { changeTask } from "#work/checklists/data.ts"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Checkbox } from "#design/Field.tsx"
import { Row, Text, Titled } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { RowLink, Table } from "#design/Table.tsx"
import { useFirstWords } from "#languages/words.ts"
import { offboardingTab } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { Ago } from "#platform/Ago.tsx"
import { Refusal } from "#platform/failures.tsx"
import { daysUntil, useFormat } from "#platform/format.ts"
import { toast } from "#frame/toasts.tsx"

const seenAtFirst = 6

const Task = ({ employee_name, offboarding_id, task }: MyTask) => {
  const { may } = useMay()
  return (
    <Titled below={employee_name}>
      {may("offboardings_view") ? (
        <RowLink href={offboardingTab({ id: offboarding_id, tab: "tasks" })}>{task}</RowLink>
      ) : (
        task
      )}
    </Titled>
  )
}

/** The deadline, if there is one, else the due date. */
const Due = ({ due_date, sla_breached, sla_deadline }: MyTask) => {
  const { day } = useFormat()
  if (sla_deadline !== null) {
    return (
      <Text tone={sla_breached || DateTime.isPastUnsafe(sla_deadline) ? "bad" : "2"} size="small" oneLine>
        <Ago at={sla_deadline} />
      </Text>
    )
  }
  return (
    <Text tone={due_date !== null && daysUntil(due_date) < 0 ? "bad" : "2"} size="small" oneLine>
      {due_date === null ? "–" : day(due_date)}
    </Text>
  )
}

/** Open tasks of the member's role, with checkboxes. */
export const MyTasks = ({ tasks }: { readonly tasks: ReadonlyArray<MyTask> }) => {
  const { checklists, home: words } = useFirstWords()
  const { may } = useMay()
  const [all, showAll] = useState(false)
  const ticking = useAction(changeTask, {
    onDone: (_, done) => {
      if (done.changes.completed === true) {
        toast(words.taskDone, { undo: () => ticking.start({ ...done, changes: { completed: false } }) })
      }
    }
  })
  const beingTicked = ticking.busy ? ticking.asked?.itemId : undefined
  const box = {
    name: checklists.done,
    quiet: true as const,
    align: "tight" as const,
    cell: ({ id, offboarding_id, task }: MyTask) => (
      <Checkbox
        label={task}
        checked={id === beingTicked}
        onTick={(completed) => ticking.start({ itemId: id, id: offboarding_id, changes: { completed } })}
      />
    )
  }
  return (
    <Card title={words.myTasks} flush>
      {tasks.length === 0 ? (
        <Placeholder small icon="list-checks" title={words.myTasksNone} text={words.myTasksNoneText} />
      ) : (
        <>
          <Refusal of={ticking.result} refusals={{ LinkedItemOpen: () => checklists.follows }} />
          <Table
            label={words.myTasks}
            rows={all ? tasks : tasks.slice(0, seenAtFirst)}
            keyOf={({ id }) => id}
            columns={[
              ...(may("offboardings_edit") ? [box] : []),
              { name: checklists.task, cell: (row: MyTask) => <Task {...row} />, align: "main" as const },
              { name: checklists.due, cell: (row: MyTask) => <Due {...row} />, align: "end" as const }
            ]}
          />
          {tasks.length > seenAtFirst && (
            <Row end>
              <Button size="small" variant="tertiary" onClick={() => showAll(!all)}>
                {all ? words.fewerTasks : words.allTasks(tasks.length)}
              </Button>
            </Row>
          )}
        </>
      )}
    </Card>
  )
}
