import type { FollowedByTemplate } from "@svc/contract/checklist-templates/schema"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

type Followed = typeof FollowedByTemplate.Type

const followed: Readonly<Record<Followed | "none", string>> = {
  none: "Somebody ticks it",
  revocation: "When all access is revoked",
  assets: "When all equipment is back"
}

const completesItself: Readonly<Record<Followed, string>> = {
  revocation: "completes itself when all access is revoked",
  assets: "completes itself when all equipment is back"
}

export const checklistTemplates = {
  title: "Templates",
  about: "What is made once and used in every offboarding.",
  kinds: { checklists: "Checklists", letters: "Letters", "approval-chains": "Approval chains" },
  create: { checklists: "New checklist", letters: "New letter", "approval-chains": "New approval chain" },
  noneYours: "No templates are yours to see",
  noneYoursText: "They are for whoever works on offboardings, on their documents, or asks for them.",
  none: "No checklists of your own yet",
  noneText: "New offboardings begin with the standard tasks. Make a checklist for a job or a reason to use yours.",
  name: "Name",
  chosenFor: "Chosen for",
  byHand: "only by hand",
  tasks: "Tasks",
  state: "State",
  active: "In use",
  resting: "Resting",
  changed: "Changed",
  aboutChecklist: "Tasks that new offboardings begin with.",
  what: "What it is for",
  role: "Job title",
  roleHelp: "Compared without case. Empty: any.",
  separation: "Reason",
  workerType: "Works as",
  any: "Any",
  description: "Description",
  isActive: "New offboardings may use it",
  byHandHelp: "For nothing in particular: it is only used when somebody chooses it.",
  byItselfHelp:
    "Of those that fit, one for the job title comes before one for the reason, and that before one for the way of working.",
  noTasks: "No tasks yet",
  noTasksText: "Add the first one. The order here is the order in the offboarding.",
  wrongTasks: (why: string) => `The tasks do not fit: ${why}`,
  addTask: "Add a task",
  editTask: "Edit the task",
  takeOver: "Take over",
  task: "Task",
  assignee: "For",
  assigneeHelp: "A person or a team. Empty: HR.",
  follows: "Done",
  followsHelp: "By hand, or by itself from what the offboarding knows.",
  followed,
  completesItself,
  days: "Days before the last day",
  daysHelp: "When it is due: 0 is the last day itself. Empty: no day.",
  hours: "Hours to do it in",
  hoursHelp: "From the start of the offboarding. Empty: no deadline.",
  dueBefore: (days: number) =>
    days === 0
      ? "due on the last day"
      : plural(days, { one: "due # day before the last day", other: "due # days before the last day" }),
  within: (hours: number) => plural(hours, { one: "within # hour", other: "within # hours" }),
  order: "Order",
  moveUp: (task: string) => `Move up: ${task}`,
  moveDown: (task: string) => `Move down: ${task}`,
  movedTo: (place: number, places: number) => `Now ${place} of ${places}`,
  editOf: (task: string) => `Edit: ${task}`,
  removeOf: (task: string) => `Take out: ${task}`,
  save: "Save the checklist",
  saved: "The checklist is saved",
  delete: "Delete",
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText:
    "The template goes for good. Offboardings that took their tasks from it keep them; new ones use the next that fits.",
  deleted: (name: string) => `${name} was deleted`
}
