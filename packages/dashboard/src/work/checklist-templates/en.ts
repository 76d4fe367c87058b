import type { FollowedByTemplate } from "@svc/contract/checklist-templates/schema"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

type Followed = typeof FollowedByTemplate.Type

const followed: Readonly<Record<Followed | "none", string>> = {
  none: "Manually",
  revocation: "When all access is revoked",
  assets: "When all equipment is returned"
}

const completesItself: Readonly<Record<Followed, string>> = {
  revocation: "completes automatically when all access is revoked",
  assets: "completes automatically when all equipment is returned"
}

export const checklistTemplates = {
  title: "Templates",
  about: "Checklists, documents, and approval chains for new offboardings.",
  kinds: { checklists: "Checklists", letters: "Document templates", "approval-chains": "Approval chains" },
  create: { checklists: "New checklist", letters: "New document template", "approval-chains": "New approval chain" },
  noneYours: "No access to templates",
  noneYoursText: "Templates are for people who manage checklists, view documents, or create offboardings.",
  none: "No custom checklists yet",
  noneText: "New offboardings use the standard tasks. To use your own, create a checklist for a job title or reason.",
  name: "Name",
  chosenFor: "Applies to",
  byHand: "manual selection only",
  tasks: "Tasks",
  state: "Status",
  active: "Active",
  resting: "Inactive",
  changed: "Last changed",
  aboutChecklist: "Tasks for new offboardings.",
  what: "Details",
  role: "Job title",
  roleHelp: "Not case-sensitive. Leave empty for any.",
  separation: "Reason",
  workerType: "Employment type",
  any: "Any",
  description: "Description",
  isActive: "Available for new offboardings",
  byHandHelp: "Without a job title, reason, or employment type, this checklist is used only when selected.",
  byItselfHelp: "If several checklists match, job title takes precedence over reason, and reason over employment type.",
  noTasks: "No tasks yet",
  noTasksText: "Add the first task. Offboardings show tasks in this order.",
  wrongTasks: (why: string) => `Tasks aren’t valid: ${why}`,
  addTask: "Add task",
  editTask: "Edit task",
  takeOver: "Apply",
  task: "Task",
  assignee: "Assignee",
  assigneeHelp: "A person or team. Default: HR.",
  follows: "Completed",
  followsHelp: "Manually, or automatically from the offboarding.",
  followed,
  completesItself,
  days: "Days before the last day",
  daysHelp: "0 is due on the last day. Leave empty for no due date.",
  hours: "Deadline (hours)",
  hoursHelp: "From the start of the offboarding. Leave empty for no deadline.",
  dueBefore: (days: number) =>
    days === 0
      ? "due on the last day"
      : plural(days, { one: "due # day before the last day", other: "due # days before the last day" }),
  within: (hours: number) => plural(hours, { one: "within # hour", other: "within # hours" }),
  order: "Order",
  moveUp: (task: string) => `Move up: ${task}`,
  moveDown: (task: string) => `Move down: ${task}`,
  movedTo: (place: number, places: number) => `Moved to position ${place} of ${places}`,
  editOf: (task: string) => `Edit: ${task}`,
  removeOf: (task: string) => `Remove: ${task}`,
  save: "Save checklist",
  saved: "Checklist saved",
  delete: "Delete",
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: "This can’t be undone. Existing offboardings keep their tasks; new ones use the next matching checklist.",
  duplicate: "Duplicate",
  duplicateOf: (name: string) => `Duplicate: ${name}`,
  duplicated: (name: string) => `${name} created`,
  copyOf: (name: string) => `Copy of ${name}`,
  tasksOf: (count: number) => plural(count, { one: "# task", other: "# tasks" }),
  standard: { general: "Standard checklist", contractor: "Standard checklist for contractors" },
  standardText:
    "New offboardings use a standard checklist if no other checklist is selected or matches. To change its tasks, duplicate it.",
  deleted: (name: string) => `${name} deleted`
}
