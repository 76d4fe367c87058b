import type { ChecklistCompleted } from "@svc/contract/checklists/events"
import type { SlaStatus } from "@svc/contract/checklists/schema"
import { slaStatusOf } from "@svc/contract/checklists/sla"
import { DateTime } from "effect"

/** The details of `checklist_completed`, by what closed the last open task. */
export const completedText: Readonly<Record<(typeof ChecklistCompleted.Type)["source"], string>> = {
  app: "every task is done or not needed",
  linked: "every task is done or not needed, the last one completed automatically",
  it_ticket: "every task is done or not needed, the last one by its resolved ticket"
}

/** What the record that a task follows says of it. */
export type FollowedState = "settled" | "open" | "none"

interface FollowingTask {
  readonly completed: boolean
  readonly notNeeded: boolean
  readonly selfCompleted: boolean
  /** A person reopened it while its record was finished. */
  readonly keptOpen: boolean
}

/**
 * A task that follows a record completes when the record is finished, and reopens with it unless a person ticked it.
 * "Not needed" stays; a task that a person reopened stays open until the record reopens too, which `release` records
 * (work-37).
 */
export const followUp = (item: FollowingTask, state: FollowedState): "complete" | "reopen" | "release" | "leave" => {
  if (item.notNeeded) return "leave"
  if (state === "settled" && !item.completed) return item.keptOpen ? "leave" : "complete"
  if (state === "open" && item.selfCompleted) return "reopen"
  return state === "open" && item.keptOpen ? "release" : "leave"
}

/** How a task stands. */
interface TaskState {
  readonly ticked: boolean
  readonly notNeeded: boolean
  /** What the record that it follows says; null for an ordinary task. */
  readonly followed: FollowedState | null
}

/** What is asked of a task (tasks-5 to tasks-7). */
export interface TaskChange {
  readonly completed?: boolean | undefined
  readonly notNeeded?: boolean | undefined
}

/** `unchanged`: an already done task was ticked. */
export type TaskMove = "none" | "unchanged" | "complete" | "reopen" | "not_needed" | "linked_item_open"

/** Open, completed, not needed. What is not needed counts as done (tasks-6). */
export const moveOf = ({ followed, notNeeded, ticked }: TaskState, change: TaskChange): TaskMove => {
  const tick = followed === "open" ? "linked_item_open" : "complete"
  if (change.notNeeded === true) return "not_needed"
  if (change.notNeeded === false && notNeeded) return change.completed === true ? tick : "reopen"
  const done = ticked || notNeeded
  if (change.completed === true) return done ? "unchanged" : tick
  return change.completed === false && done ? "reopen" : "none"
}

/** What tasks and job titles are compared by: case and extra white space do not count (task-templates-2). */
export const folded = (text: string): string => text.trim().replaceAll(/\s+/gu, " ").toLowerCase()

/** Those whose text is neither present nor that of one before. */
export const withoutTwins = <T extends { readonly task: string }>(
  tasks: ReadonlyArray<T>,
  present: ReadonlyArray<string>
): ReadonlyArray<T> => {
  const known = new Set(present.map(folded))
  return tasks.filter(({ task }) => {
    const key = folded(task)
    if (known.has(key)) return false
    known.add(key)
    return true
  })
}

const hour = 3_600_000

const tenths = (millis: number) => Math.round((Math.max(0, millis) / hour) * 10) / 10

/** How an open task stands to its deadline (tasks-14). */
export const slaOf = (
  { slaDeadline, slaHours }: { readonly slaHours: number; readonly slaDeadline: DateTime.Utc },
  now: DateTime.Utc
): { readonly status: SlaStatus; readonly hoursOverdue: number; readonly hoursRemaining: number } => {
  const left = slaDeadline.epochMilliseconds - now.epochMilliseconds
  return {
    status: slaStatusOf({ slaDeadline, slaHours }, now),
    hoursOverdue: tenths(-left),
    hoursRemaining: tenths(left)
  }
}

/** The last working day minus this many days; `YYYY-MM-DD`. */
export const dueDate = (exitDate: string, daysBefore: number): string =>
  DateTime.formatIsoDateUtc(DateTime.subtract(DateTime.makeUnsafe(`${exitDate}T00:00:00Z`), { days: daysBefore }))
