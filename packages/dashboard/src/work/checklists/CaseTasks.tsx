import type { CaseDetails } from "@svc/contract/cases/schema"
import type { ChecklistItem } from "@svc/contract/checklists/schema"
import { AsyncResult } from "effect/reactivity"
import { useMemo, useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { memberNames } from "#access/members-data.ts"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { FilterSelect } from "#design/Field.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { useIsConnected } from "#connections/integrations/connected.ts"
import { makeTicket, ticketsOf } from "#work/it-tickets/data.ts"
import { commentPage } from "#work/comments/data.ts"
import { TaskComments } from "#work/comments/TaskComments.tsx"
import { useWords } from "#languages/words.ts"
import { useAssigneeNames } from "#records/assignees.ts"
import { useAction, useQuery } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { AddTaskDialog } from "./AddTaskDialog.tsx"
import { changeTask } from "./data.ts"
import { EditTaskDialog } from "./EditTaskDialog.tsx"
import { NotNeededDialog } from "./NotNeededDialog.tsx"
import { RemoveTaskDialog } from "./RemoveTaskDialog.tsx"
import { type TaskAct, TaskMenu } from "./TaskMenu.tsx"
import { TaskRows } from "./TaskTable.tsx"
import { TaskTicket } from "./TaskTicket.tsx"
import { TemplateDialog } from "./TemplateDialog.tsx"
import { useTicks } from "./ticks.tsx"

type Asked =
  | { readonly kind: "add" | "template" }
  | { readonly kind: "comment" | "edit" | "notNeeded" | "remove"; readonly item: ChecklistItem }

const nobody: ReadonlyArray<string> = []

/** Suggested assignees: those of this case and, with permission, all members; read only when `wanted`. */
const useAssignees = (items: ReadonlyArray<ChecklistItem>, wanted: boolean) => {
  const { may } = useMay()
  const members = useQuery(memberNames(wanted && may("members_manage")))
  const { nameOf } = useAssigneeNames()
  const names = AsyncResult.isSuccess(members) ? members.value : nobody
  return useMemo(
    () => [...new Set([...items.map(({ assigned_to }) => nameOf(assigned_to)), ...names])].toSorted(),
    [items, names]
  )
}

/** Tasks of a case, grouped by assignee. */
export const CaseTasks = ({ details }: { readonly details: CaseDetails }) => {
  const { cases, checklists: words, comments } = useWords()
  const { may } = useMay()
  const [asked, setAsked] = useState<Asked>()
  const [shown, setShown] = useState<"open">()
  const { checklist_items: items, id, status } = details
  const { onTick, refusals } = useTicks(id)
  const change = useAction(changeTask)
  const ticketing = useAction(makeTicket)
  const tickets = useQuery(ticketsOf(id))
  const ticketOf = new Map(AsyncResult.isSuccess(tickets) ? tickets.value.map((one) => [one.task_id, one]) : [])
  const page = useQuery(commentPage({ id, offset: 0 }))
  const commentsOn = new Map(
    AsyncResult.isSuccess(page) ? page.value.tasks.map((one) => [one.task_id, one.comments]) : []
  )
  const hasTickets = useIsConnected("it-tickets") ?? false
  const assignees = useAssignees(items, asked?.kind === "add" || asked?.kind === "edit")
  const isClosed = status === "completed" || status === "cancelled"
  const mayManage = (may("offboardings_edit") || may("checklists_manage")) && !isClosed
  const { nameOf } = useAssigneeNames()
  const close = () => setAsked(undefined)
  const needAgain = (item: ChecklistItem) => change.start({ id, itemId: item.id, changes: { notNeeded: false } })
  const act = (item: ChecklistItem, what: TaskAct) => {
    if (what === "ticket") ticketing.start({ id, itemId: item.id })
    else if (what === "needed") needAgain(item)
    else setAsked({ kind: what, item })
  }
  const groups = Map.groupBy(
    shown === undefined ? items : items.filter(({ completed }) => !completed),
    ({ assigned_to }) => assigned_to
  )
  const doneOf = (assignee: string) => {
    const theirs = items.filter(({ assigned_to }) => assigned_to === assignee)
    return cases.done(theirs.filter(({ completed }) => completed).length, theirs.length)
  }
  return (
    <Stack gap={3}>
      <Row apart>
        <FilterSelect
          label={words.show}
          none={words.all}
          value={shown}
          choices={[["open", words.openOnly] as const]}
          onChoose={setShown}
        />
        {mayManage ? (
          <Row gap={2}>
            <Button icon="list-checks" onClick={() => setAsked({ kind: "template" })}>
              {words.applyTemplate}
            </Button>
            <Button icon="plus" onClick={() => setAsked({ kind: "add" })}>
              {words.add}
            </Button>
          </Row>
        ) : (
          isClosed && <Text tone="3">{words.closed}</Text>
        )}
      </Row>
      {refusals}
      <Refusal of={change.result} />
      <Refusal of={ticketing.result} />
      {groups.size === 0 && (
        <Card>
          {items.length === 0 ? (
            <Placeholder icon="list-checks" title={words.none} text={words.noneText} />
          ) : (
            <Placeholder icon="circle-check" title={words.noneOpen} />
          )}
        </Card>
      )}
      {[...groups].map(([assignee, theirs]) => (
        <Card key={assignee} title={nameOf(assignee)} flush actions={<Text tone="3">{doneOf(assignee)}</Text>}>
          <TaskRows
            status={status}
            onTick={onTick}
            label={words.of(nameOf(assignee))}
            items={theirs}
            beside={(item) => {
              const ticket = ticketOf.get(item.id)
              const count = commentsOn.get(item.id)
              return (
                <>
                  {ticket !== undefined && <TaskTicket of={ticket} />}
                  {count !== undefined && (
                    <Button variant="tertiary" size="small" icon="message-square" onClick={() => act(item, "comment")}>
                      {comments.count(count)}
                    </Button>
                  )}
                </>
              )
            }}
            act={(item) =>
              mayManage && (
                <TaskMenu
                  item={item}
                  ticket={ticketOf.get(item.id)}
                  hasTickets={hasTickets}
                  onAct={(what) => act(item, what)}
                />
              )
            }
          />
        </Card>
      ))}
      {asked?.kind === "add" && <AddTaskDialog id={id} assignees={assignees} onClose={close} />}
      {asked?.kind === "template" && <TemplateDialog id={id} onClose={close} />}
      {asked?.kind === "edit" && <EditTaskDialog id={id} item={asked.item} assignees={assignees} onClose={close} />}
      {asked?.kind === "comment" && <TaskComments id={id} item={asked.item} onClose={close} />}
      {asked?.kind === "notNeeded" && (
        <NotNeededDialog id={id} item={asked.item} onClose={close} onUndo={() => needAgain(asked.item)} />
      )}
      {asked?.kind === "remove" && <RemoveTaskDialog id={id} item={asked.item} onClose={close} />}
    </Stack>
  )
}
