import type { ItTicketStatus } from "@svc/contract/it-tickets/schema"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const tickets: Readonly<Record<ItTicketStatus, string>> = {
  queued: "ticket on its way",
  open: "ticket open",
  resolved: "ticket resolved",
  failed: "no ticket could be made"
}

export const checklists = {
  title: "Tasks",
  none: "No tasks",
  noneText: "Add the first, or apply a template.",
  noneOpen: "No task is open",
  done: "Done",
  late: "Late",
  notNeeded: "Not needed",
  needed: "Needed after all",
  follows: "This completes itself once what it follows is settled.",
  task: "Task",
  assignee: "For",
  assigneeHelp: "A person or a team. Empty: HR.",
  due: "Due",
  act: "More",
  of: (assignee: string) => `Tasks for ${assignee}`,
  show: "Show",
  all: "All tasks",
  openOnly: "Open only",
  closed: "Tasks rest while the offboarding is closed.",
  ticked: (task: string) => `Done: ${task}`,
  unticked: (task: string) => `Open again: ${task}`,
  menu: (task: string) => `More for: ${task}`,
  add: "Add a task",
  addTitle: "Add a task",
  edit: "Edit",
  editTitle: "Edit the task",
  save: "Save",
  hours: "Hours to do it in",
  hoursHelp: "From now; empty: no deadline.",
  notNeededTitle: "Not needed here?",
  notNeededHelp: "It counts as done, and this stands beside it.",
  markedNotNeeded: (task: string) => `Not needed: ${task}`,
  delete: "Delete",
  deleteTitle: "Delete this task?",
  deleteEnds: "The task in this offboarding.",
  deleteStays: "Templates, and in the audit log that it was there and why it was deleted.",
  makeTicket: "Make a ticket",
  retryTicket: "Try the ticket again",
  tickets,
  applyTemplate: "Apply a template",
  applyTitle: "Apply a template",
  applyText: "Its tasks are added, but for those that are there already.",
  apply: "Apply",
  applied: (count: number) => plural(count, { one: "# task added", other: "# tasks added" }),
  template: "Template",
  noTemplates: "There is no active template. Somebody who manages checklists can make one."
}
