import type { AttentionKind } from "@svc/contract/home/schema"
import { plurals } from "#languages/plural.ts"
import type { Item, View } from "./attention.ts"

const plural = plurals("en")

interface AttentionWords {
  readonly title: (row: Pick<Item, "count" | "subject"> & { readonly person: string }) => string
  /** `next` and `day` as the reader writes them; null for no retry. */
  readonly below: (row: {
    readonly subject: string
    readonly count: number
    readonly day: string
    readonly next: string | null
  }) => string
  readonly act: string
}

export const home = {
  title: "Home",
  hello: (name: string) => `Hello, ${name}`,
  unsigned: "Unsigned NDAs",
  unsignedBeside: (closed: number) =>
    closed === 0 ? "none closed unsigned" : plural(closed, { one: "# closed unsigned", other: "# closed unsigned" }),
  start: "New offboarding",
  request: "Request an offboarding",
  headline: (today: number, failed: number) =>
    `${today === 0 ? "No one leaves today" : plural(today, { one: "# person leaves today", other: "# people leave today" })}${failed === 0 ? "" : `, ${plural(failed, { one: "# offboarding has a failed removal", other: "# offboardings have failed removals" })}`}.`,
  open: "Open offboardings",
  soon: (count: number) => plural(count, { one: "# leaves in 14 days", other: "# leave in 14 days" }),
  late: (count: number) => `${count} past the last day`,
  sla: "Overdue tasks",
  slaBeside: "offboardings affected",
  atRisk: (count: number) => plural(count, { one: "# deadline at risk", other: "# deadlines at risk" }),
  attentionTitle: "Needs attention",
  attentionShow: "Show",
  attentionNone: "Nothing needs attention",
  attentionMore: "Show all",
  attentionShown: (shown: string, total: string) => `${shown} of ${total} shown`,
  views: { all: "All", access: "Access", approvals: "Approvals", overdue: "Overdue" } satisfies Record<View, string>,
  attention: {
    failed_removal: {
      title: ({ person, subject }) => `${subject}: access of ${person} was not revoked`,
      below: ({ next }) =>
        next === null ? "No automatic attempt is planned. Retry it, or mark it as removed." : `Next attempt: ${next}`,
      act: "Review"
    },
    reactivated: {
      title: ({ person, subject }) => `${subject}: account of ${person} is active after revocation`,
      below: () => "Revoke the access again, or accept the account with a reason.",
      act: "Review"
    },
    connection_refused: {
      title: ({ subject }) => `${subject} refused our credentials`,
      below: ({ subject }) => `Reconnect ${subject}, so that access there can be revoked.`,
      act: "Reconnect"
    },
    deadline_missed: {
      title: ({ count, person }) => `${person}: ${plural(count, { one: "# overdue task", other: "# overdue tasks" })}`,
      below: ({ count, subject }) => (count === 1 ? subject : `First: ${subject}`),
      act: "Open tasks"
    },
    approval: {
      title: ({ person }) => `${person}: request waiting for your approval`,
      below: ({ day, subject }) => (subject === "" ? `Last day: ${day}` : `Requested by ${subject}, last day: ${day}`),
      act: "Review request"
    },
    equipment_late: {
      title: ({ person, subject }) =>
        person === "" ? `${subject} was not returned` : `${person}: ${subject} was not returned`,
      below: ({ day }) => `Due ${day}`,
      act: "Open equipment"
    },
    document_unsigned: {
      title: ({ count, person }) =>
        `${person}: ${plural(count, { one: "# unsigned document", other: "# unsigned documents" })}`,
      below: ({ day, subject }) => `${subject}, last day: ${day}`,
      act: "Open documents"
    },
    no_apps: {
      title: ({ person }) => `${person}: no apps selected`,
      below: ({ day }) => `Last day: ${day}. Select the apps, or confirm that there are none.`,
      act: "Select apps"
    }
  } satisfies Record<AttentionKind, AttentionWords>,
  strip: "The next 14 days",
  leavingOn: (day: string, people: number) =>
    `${day}: ${plural(people, { one: "# person leaves", other: "# people leave" })}`,
  today: "Today",
  tomorrow: "Tomorrow",
  inDays: (days: number) => `In ${days} days`,
  access: "Access",
  appsFailed: (count: number) => plural(count, { one: "# removal failed", other: "# removals failed" }),
  appsNone: "No apps selected",
  appsClosed: (closed: number, all: number) => `${closed} of ${all} apps revoked`,
  endsAt: (moment: string) => `Access ends ${moment}`,
  endsUnknown: "No end scheduled",
  tasks: "Tasks",
  tasksDone: (done: number, all: number) => `${done} of ${all} done`,
  myTasks: "My tasks",
  myTasksNone: "No open tasks",
  myTasksNoneText: "Tasks assigned to your role appear here.",
  taskDone: "Task done",
  allTasks: (count: number) => `Show all ${count}`,
  fewerTasks: "Show fewer",
  activity: "Activity",
  activityNone: "No activity yet",
  activityWhat: "Event",
  activityWhen: "Time",
  setUp: "Get started",
  setUpDone: (done: number, all: number) => `${done} of ${all} done`,
  stepDone: "Done",
  stepOpen: "To do",
  steps: {
    zone: { name: "Set the time zone, in which access ends", act: "Set time zone" },
    app: { name: "Connect your first app", act: "Connect app" },
    people: { name: "Add people to the directory", act: "Add people" },
    members: { name: "Invite a colleague", act: "Invite" },
    told: { name: "Connect your identity provider or add a webhook", act: "Add webhook" },
    first: { name: "Start your first offboarding", act: "Start" }
  },
  residual: "Residual access",
  residualBeside: "accounts still active",
  equipment: "Equipment to return",
  equipmentBeside: (lost: number) => (lost === 0 ? "none lost" : plural(lost, { one: "# lost", other: "# lost" })),
  nextTitle: "Upcoming departures",
  nextNone: "No departures in the next 14 days",
  nextNoneText: "Employees appear here 14 days before their last day, with their open tasks.",
  recoveryTitle: "Outstanding equipment",
  recoveryText: "Outstanding items by due date",
  recoveryNone: "No equipment due",
  recoveryNoneText: "Equipment with a return date appears here.",
  buckets: {
    "overdue-30d+": "Over 30 days overdue",
    "overdue-8-30d": "8–30 days overdue",
    "overdue-1-7d": "1–7 days overdue",
    "due-0-7d": "Due in 7 days",
    "due-8d+": "Due later"
  },
  late1: "Overdue",
  due1: "Due",
  all: "All offboardings"
}
