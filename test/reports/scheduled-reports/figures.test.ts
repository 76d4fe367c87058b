import { assert, layer } from "#test/support/suite"
import { OffboardingStatus, SeparationType } from "@svc/contract/offboardings/schema"
import { ReportDateRange } from "@svc/contract/scheduled-reports/choices"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Db } from "#platform/database/db"
import { FiguresRepo } from "#reports/scheduled-reports/figures-repo"
import { spanOf } from "#reports/scheduled-reports/rules"
import { anAdmin, asSystemCaller } from "#test/support/people"
import { asSystem, systemSql } from "#test/support/tables"
import { TestServices } from "#test/support/TestApp"

const departments = ["Research", "Sales", "Legal", ""]
const zone = "Pacific/Kiritimati"

interface Case {
  readonly id: string
  readonly status: string
  readonly separation_type: string
  readonly department: string
  readonly exit_date: string
  readonly created_at: Date
  readonly completed_at: Date | null
  readonly cancelled_at: Date | null
  readonly legal_hold: boolean
}

/** Two hundred cases of all kinds over two years, each third with an overdue task and one that is not. */
const aBody = Effect.gen(function* () {
  const admin = yield* anAdmin({ timezone: zone })
  const { orgId } = admin
  const cases = yield* asSystem((sql) =>
    Effect.gen(function* () {
      const [key] = yield* sql<{ id: string }>`
        INSERT INTO audit_person_keys (org_id, id, created_at) VALUES (${orgId}, gen_random_uuid(), now()) RETURNING id`
      yield* sql`
        INSERT INTO offboardings (org_id, id, employee_name, employee_department, exit_date, status, separation_type,
          source, person_key_id, created_at, updated_at, completed_at, cancelled_at, legal_hold)
        SELECT ${orgId}, gen_random_uuid(), 'Person ' || n, (${departments}::text[])[1 + n % 4],
          date '2026-03-03' - (n * 7) % 40 + 20, s.status, (${SeparationType.literals}::text[])[1 + n % 7], 'api',
          ${key?.id}, c.at, c.at,
          CASE WHEN s.status = 'completed' THEN least(c.at + (n % 30) * interval '31 hours', timestamptz '2026-03-02T08:00:00Z') END,
          CASE WHEN s.status = 'cancelled' THEN least(c.at + (n % 9) * interval '1 day', timestamptz '2026-03-02T08:00:00Z') END,
          n % 11 = 0
        FROM generate_series(1, 200) AS n,
          LATERAL (SELECT timestamptz '2026-03-02T08:30:00Z' - n * n * interval '25 minutes' AS at) c,
          LATERAL (SELECT (${OffboardingStatus.literals}::text[])[1 + n % 6] AS status) s`
      yield* sql`
        INSERT INTO checklist_items (org_id, id, offboarding_id, task, assigned_to, created_at, due_date, sla_deadline,
          completed_at, not_needed_at)
        SELECT o.org_id, gen_random_uuid(), o.id, 'Task ' || t, (ARRAY['HR', 'IT'])[1 + t % 2], o.created_at,
          CASE WHEN t % 3 <> 0 THEN date '2026-03-03' + t - 4 END,
          CASE WHEN t % 2 = 0 THEN timestamptz '2026-03-02T09:00:00Z' + (t - 3) * interval '1 hour' END,
          CASE WHEN t = 5 THEN o.created_at END, CASE WHEN t = 6 THEN o.created_at END
        FROM offboardings o, generate_series(1, 8) AS t WHERE o.org_id = ${orgId}`
      return yield* sql<Case>`
        SELECT id, status, separation_type, employee_department AS department, exit_date::text AS exit_date, created_at,
          completed_at, cancelled_at, legal_hold
        FROM offboardings WHERE org_id = ${orgId}`
    })
  )
  return { orgId, cases }
})

/** The day in the organisation's zone, by the platform's own calendar. */
const dayOf = (date: Date) => new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(date)

const isOpen = ({ status }: Pick<Case, "status">) => status !== "completed" && status !== "cancelled"

layer(TestServices, { timeout: "120 seconds" })("the figures", (it) => {
  // scheduled-reports-9
  it.effect("are what a plain program makes of the rows, whatever the range, the filter and the grouping", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(DateTime.makeUnsafe("2026-03-02T11:00:00Z").epochMilliseconds)
      const now = yield* DateTime.now
      const { cases, orgId } = yield* aBody
      const { transact } = yield* Db
      const figures = yield* FiguresRepo
      const today = dayOf(DateTime.toDateUtc(now))
      const groupings = {
        none: () => null,
        department: (one: Case) => one.department,
        separation_type: (one: Case) => one.separation_type,
        status: (one: Case) => one.status
      } as const
      for (const range of ReportDateRange.literals) {
        for (const grouping of ["none", "department", "separation_type", "status"] as const) {
          for (const filters of [
            {},
            { department: ["Research", "Legal"] },
            { status: ["completed", "pending"] as const }
          ]) {
            const span = spanOf(range, now)
            const within = (date: Date | null) =>
              date !== null &&
              (span.from === null || date.getTime() >= span.from.epochMilliseconds) &&
              date.getTime() < span.to.epochMilliseconds
            const counted = (of: ReadonlyArray<Case>) => {
              const done = of.filter((one) => one.status === "completed" && within(one.completed_at))
              const days = done.map(
                (one) => ((one.completed_at?.getTime() ?? 0) - one.created_at.getTime()) / 86_400_000
              )
              const mean = days.reduce((sum, value) => sum + value, 0) / days.length
              const at = (status: string) => of.filter((one) => one.status === status).length
              return {
                started: of.filter((one) => within(one.created_at)).length,
                completed: done.length,
                cancelled: of.filter((one) => one.status === "cancelled" && within(one.cancelled_at)).length,
                open: of.filter(isOpen).length,
                overdue: of.filter((one) => isOpen(one) && one.exit_date < today).length,
                average_days: days.length === 0 ? null : Math.round(mean * 10) / 10,
                legal_hold: of.filter((one) => one.legal_hold).length,
                pending: at("pending"),
                notice_period: at("notice_period"),
                it_revocation: at("it_revocation"),
                asset_recovery: at("asset_recovery")
              }
            }
            const inside = cases.filter(
              (one) =>
                (!("department" in filters) || filters.department.includes(one.department)) &&
                (!("status" in filters) || filters.status.some((status) => status === one.status))
            )
            const expected = [...new Set(inside.map(groupings[grouping]))].map((name) => ({
              is_total: false,
              name,
              ...counted(inside.filter((one) => groupings[grouping](one) === name))
            }))
            const question = { orgId, records: { _tag: "All" as const }, grouping, filters, span, now }
            const told = yield* figures.offboardings(question).pipe(transact, asSystemCaller(orgId))
            const message = `${range} by ${grouping} of ${JSON.stringify(filters)}`
            const close = <A extends { readonly average_days: number | null }>(one: A) => ({
              ...one,
              // Halves of a tenth round either way in floating point.
              average_days: one.average_days === null ? null : Math.round(one.average_days)
            })
            assert.deepStrictEqual(
              told.filter(({ is_total }) => is_total).map(({ name: _name, ...total }) => close(total)),
              [close({ is_total: true, ...counted(inside) })],
              message
            )
            if (grouping !== "none") {
              assert.sameDeepMembers(told.filter(({ is_total }) => !is_total).map(close), expected.map(close), message)
            }
            const listed = yield* figures.offboardingRows(question).pipe(transact, asSystemCaller(orgId))
            assert.strictEqual(listed.length, counted(inside).started, message)
          }
        }
      }
    }).pipe(Effect.provide(FiguresRepo.layer))
  )

  it.effect("of tasks: those of open offboardings past their day or their deadline, in the organisation's zone", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(DateTime.makeUnsafe("2026-03-02T11:00:00Z").epochMilliseconds)
      const now = yield* DateTime.now
      const { cases, orgId } = yield* aBody
      const { transact } = yield* Db
      const figures = yield* FiguresRepo
      const today = dayOf(DateTime.toDateUtc(now))
      assert.strictEqual(today, "2026-03-03")
      const tasks = yield* systemSql<{
        offboarding_id: string
        assigned_to: string
        due_date: string | null
        sla_deadline: Date | null
        ended: boolean
      }>`
          SELECT offboarding_id, assigned_to, due_date::text AS due_date, sla_deadline,
            completed_at IS NOT NULL OR not_needed_at IS NOT NULL AS ended
          FROM checklist_items WHERE org_id = ${orgId}`
      const open = new Set(cases.filter(isOpen).map(({ id }) => id))
      const overdue = tasks.filter(
        (task) =>
          open.has(task.offboarding_id) &&
          !task.ended &&
          ((task.due_date !== null && task.due_date < today) ||
            (task.sla_deadline !== null && task.sla_deadline.getTime() < now.epochMilliseconds))
      )
      assert.isAbove(overdue.length, 0)
      const by = (assignee: string) => overdue.filter(({ assigned_to }) => assigned_to === assignee).length
      const question = {
        orgId,
        records: { _tag: "All" },
        grouping: "assignee",
        filters: {},
        span: spanOf("last_7_days", now),
        now
      } as const
      const told = yield* figures.tasks(question).pipe(transact, asSystemCaller(orgId))
      assert.sameDeepMembers(told.slice(), [
        { is_total: true, name: null, overdue: overdue.length },
        ...["HR", "IT"].filter((name) => by(name) > 0).map((name) => ({ is_total: false, name, overdue: by(name) }))
      ])
      const listed = yield* figures.taskRows(question).pipe(transact, asSystemCaller(orgId))
      assert.strictEqual(listed.length, overdue.length)
    }).pipe(Effect.provide(FiguresRepo.layer))
  )
})
