import type { ItTicketStatus } from "@svc/contract/it-tickets/schema"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const tickets: Readonly<Record<ItTicketStatus, string>> = {
  queued: "ticket queued",
  open: "ticket open",
  resolved: "ticket resolved",
  failed: "ticket not created"
}

/** Names of the default tasks' teams, as stored. */
const teams: Readonly<Record<string, string>> = {
  Manager: "Manager",
  Employee: "Employee",
  "IT Admin": "IT Admin",
  Finance: "Finance"
}

export const checklists = {
  teams,
  title: "Tasks",
  none: "No tasks yet",
  noneText: "Add a task or apply a template.",
  noneOpen: "No open tasks",
  done: "Done",
  late: "Overdue",
  notNeeded: "Not needed",
  markNotNeeded: "Mark as not needed",
  needed: "Mark as needed",
  follows: "This task completes automatically when its condition is met.",
  task: "Task",
  assignee: "Assignee",
  assigneeHelp: "A person or team. Default: HR.",
  due: "Due",
  description: "Description",
  links: (count: number) => plural(count, { one: "# link", other: "# links" }),
  addLink: "Add link",
  removeLink: (place: number) => `Remove link ${place}`,
  linkTitle: (place: number) => `Link ${place}: title`,
  linkUrl: (place: number) => `Link ${place}: URL`,
  linkTitleWrong: "Enter a title of up to 100 characters",
  linkUrlWrong: "Enter a URL that starts with https://",
  act: "Actions",
  of: (assignee: string) => `Tasks assigned to ${assignee}`,
  show: "Show",
  all: "All tasks",
  openOnly: "Open tasks",
  closed: "Tasks can’t be changed while the offboarding is closed.",
  ticked: (task: string) => `Done: ${task}`,
  unticked: (task: string) => `Reopened: ${task}`,
  menu: (task: string) => `Actions for ${task}`,
  add: "Add task",
  addTitle: "Add task",
  edit: "Edit",
  editTitle: "Edit task",
  save: "Save",
  hours: "Deadline (hours)",
  hoursHelp: "Hours from now. Leave empty for no deadline.",
  notNeededTitle: "Mark task as not needed?",
  notNeededHelp: "The task counts as done and shows this reason.",
  markedNotNeeded: (task: string) => `Marked as not needed: ${task}`,
  delete: "Delete",
  deleteTitle: "Delete task?",
  deleteEnds: "This task, in this offboarding only.",
  deleteStays: "Templates, and an audit log entry with your reason.",
  makeTicket: "Create ticket",
  retryTicket: "Retry ticket",
  tickets,
  applyTemplate: "Apply template",
  applyTitle: "Apply template",
  applyText: "Adds the template’s tasks. Existing tasks aren’t duplicated.",
  apply: "Apply",
  applied: (count: number) => plural(count, { one: "# task added", other: "# tasks added" }),
  template: "Template",
  noTemplates: "No active templates. Anyone with permission to manage checklists can create one."
}
