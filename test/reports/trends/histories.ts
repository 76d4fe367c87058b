import { OffboardingId, type OrgId } from "@svc/contract/kernel/ids"
import { SeparationType } from "@svc/contract/offboardings/schema"
import { DateTime, Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { PersonKeys } from "#audit/record/person-keys"
import { Db } from "#platform/database/db"
import { asSystemCaller } from "#test/support/people"
import { asSystem } from "#test/support/tables"

const minute = 60_000
/** Around the years' changes of clocks, and over two years. */
const Moment = Schema.Int.check(
  Schema.isBetween({ minimum: Date.UTC(2024, 8, 1) / minute, maximum: Date.UTC(2026, 2, 2, 8) / minute })
)
const Wait = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 90 * 24 * 60 }))

/** Zones whose clocks change, at midnight too, and some that are far from UTC. */
export const Zone = Schema.Literals([
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/Havana",
  "America/Santiago",
  "Africa/Cairo",
  "Asia/Kolkata",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Australia/Lord_Howe"
])

/** Days of reports, by what is in them. */
export const ranges = {
  autumn: ["2024-10-01", "2024-12-31"],
  "from the day clocks change": ["2024-11-03", "2025-09-07"],
  "a short day": ["2025-03-30", "2025-03-30"],
  "two years": ["2024-02-29", "2026-02-28"]
} as const
export const Ranges = Schema.Literals(["autumn", "from the day clocks change", "a short day", "two years"])

const Task = Schema.Struct({
  task: Schema.Literals(["Collect the badge", "Archive the mailbox", "=SUM(A1)", "Pay out holidays"]),
  assignee: Schema.Literals(["HR", "IT admin", "Finance"]),
  /** Minutes from the case's creation. */
  due: Schema.NullOr(Wait),
  done: Schema.NullOr(Wait),
  notNeeded: Schema.NullOr(Wait)
})

export const History = Schema.Struct({
  department: Schema.Literals(["", "Research", "Sales"]),
  manager: Schema.Literals(["lead@acme.test", "Boss@acme.test"]),
  type: SeparationType,
  status: Schema.Literals(["pending", "it_revocation", "completed", "completed", "cancelled"]),
  created: Moment,
  took: Wait,
  /** Days from creation to the exit date. */
  notice: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 })),
  zone: Schema.NullOr(Zone),
  tasks: Schema.Array(Task).check(Schema.isMaxLength(4))
})
export type History = typeof History.Type

/** A task as the table has it, with its case. */
export interface StoredTask {
  readonly id: string
  readonly task: string
  readonly assignee: string
  readonly deadline: number | null
  readonly done: number | null
  /** Marked as not needed, and not ticked. */
  readonly notNeeded: boolean
  readonly case: StoredCase
}

/** A case as the table has it; moments are milliseconds. */
export interface StoredCase extends Pick<History, "department" | "manager" | "type" | "status" | "zone"> {
  readonly id: OffboardingId
  readonly created: number
  readonly completed: number | null
  readonly exitDate: string
}

const laterBy = (from: number, minutes: number | null) => (minutes === null ? null : from + minutes * minute)
const dateOf = (at: number | null) => (at === null ? null : new Date(at))

/** Writes the histories into the tables; answers what now stands there. */
export const written = Effect.fnUntraced(function* (orgId: OrgId, histories: ReadonlyArray<History>) {
  const keys = yield* PersonKeys
  const db = yield* Db
  const personKey = yield* keys.forPerson(orgId, "everybody@acme.test").pipe(db.transact, asSystemCaller(orgId))
  const cases = histories.map((history): StoredCase & { readonly history: History } => {
    const created = history.created * minute
    return {
      id: OffboardingId.make(randomUUID()),
      department: history.department,
      manager: history.manager,
      type: history.type,
      status: history.status,
      zone: history.zone,
      created,
      completed: history.status === "completed" ? laterBy(created, history.took) : null,
      exitDate: DateTime.formatIsoDateUtc(DateTime.makeUnsafe(created + history.notice * 24 * 60 * minute)),
      history
    }
  })
  const tasks = cases.flatMap(({ history, ...offboarding }) =>
    history.tasks.map((task) => ({
      id: randomUUID(),
      task: task.task,
      assignee: task.assignee,
      deadline: laterBy(offboarding.created, task.due),
      completedAt: laterBy(offboarding.created, task.done),
      notNeededAt: laterBy(offboarding.created, task.notNeeded),
      case: offboarding
    }))
  )
  yield* asSystem((sql) =>
    Effect.gen(function* () {
      for (const one of cases) {
        yield* sql`INSERT INTO offboardings ${sql.insert({
          org_id: orgId,
          id: one.id,
          employee_name: "Ann Lee",
          exit_date: one.exitDate,
          employee_department: one.department,
          status: one.status,
          separation_type: one.type,
          source: "app",
          manager_email: one.manager,
          timezone: one.zone,
          person_key_id: personKey,
          created_at: dateOf(one.created),
          updated_at: dateOf(one.created),
          completed_at: dateOf(one.completed)
        })}`
      }
      for (const one of tasks) {
        yield* sql`INSERT INTO checklist_items ${sql.insert({
          org_id: orgId,
          id: one.id,
          offboarding_id: one.case.id,
          task: one.task,
          assigned_to: one.assignee,
          completed_at: dateOf(one.completedAt),
          not_needed_at: dateOf(one.notNeededAt),
          created_at: dateOf(one.case.created),
          sla_hours: one.deadline === null ? null : 24,
          sla_deadline: dateOf(one.deadline)
        })}`
      }
    })
  )
  return {
    cases: cases.map(({ history: _history, ...one }): StoredCase => one),
    tasks: tasks.map(({ completedAt, notNeededAt, ...one }): StoredTask => ({
      ...one,
      done: completedAt ?? notNeededAt,
      notNeeded: completedAt === null && notNeededAt !== null
    }))
  }
})

/** The day that a moment is in a zone, by the machine's own calendar. */
export const dayOf = (at: number, zone: string): string => {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit"
  }).formatToParts(at)
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? ""
  return `${part("year")}-${part("month")}-${part("day")}`
}

export const tenth = (value: number) => Math.round(value * 10) / 10
export const day = 24 * 60 * minute
/** The average of milliseconds in days, a half of a tenth upwards, by whole numbers alone. */
export const averageInDays = (values: ReadonlyArray<number>) => {
  const [tenths, whole] = [20n * BigInt(values.reduce((sum, value) => sum + value, 0)), BigInt(values.length * day)]
  return Number((tenths + whole) / (2n * whole)) / 10
}
