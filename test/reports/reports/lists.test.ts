import { assert } from "#test/support/suite"
import { ComplianceSummary, MyTasks, UpcomingExits } from "@svc/contract/reports/schema"
import { Effect } from "effect"
import { TestApp } from "#test/support/TestApp"
import { aMember, anOrganisation, aSuperAdmin, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { layerOfFile } from "#test/support/layer-of-file"
import { type RawCase, read, written } from "./support.ts"

const createdAt = "2026-02-01T00:00:00Z"

const exitsOf = (member: Member, query = "") => read(member, `upcoming-exits${query}`, UpcomingExits)
const tasksOf = (member: Member) => read(member, "my-tasks", MyTasks)
const complianceOf = (member: Member) => read(member, "compliance-summary", ComplianceSummary)

const of = (name: string, more: Partial<RawCase> = {}): RawCase => ({ name, createdAt, ...more })

const withTestApp = layerOfFile(TestApp)

withTestApp("GET /api/reports/upcoming-exits", (it) => {
  // reports-7: Upcoming exits are open offboardings of the next 1 to 60 days, by exit date; 14 days unless a number is
  //   given.
  it.status(
    200,
    "open offboardings from today to the last of the days, the soonest first, with what is still to do",
    function* () {
      const admin = yield* aSuperAdmin()
      const [, ann] = yield* written(admin.orgId, [
        of("Late", { exitDate: "2026-03-16" }),
        of("Ann", {
          exitDate: "2026-03-02",
          department: "Research",
          tasks: [{}, {}, { done: true }, { notNeeded: true }]
        }),
        of("Gone", { exitDate: "2026-03-01" }),
        of("Beyond", { exitDate: "2026-03-17" }),
        of("Done", { exitDate: "2026-03-04", status: "completed", completedAt: createdAt }),
        of("Never", { exitDate: "2026-03-04", status: "cancelled" })
      ])
      const found = yield* exitsOf(admin)
      assert.deepStrictEqual(
        found.map(({ days_remaining, employee_name }) => [employee_name, days_remaining]),
        [
          ["Ann", 0],
          ["Late", 14]
        ]
      )
      assert.deepStrictEqual(yield* exitsOf(admin, "?limit=1"), found.slice(0, 1))
      assert.strictEqual((yield* as(admin).get("/api/reports/upcoming-exits?limit=0")).status, 400)
      assert.deepEqual(structuredClone(found[0]), {
        id: ann,
        employee_name: "Ann",
        department: "Research",
        job_title: "Engineer",
        status: "pending",
        last_working_day: "2026-03-02",
        days_remaining: 0,
        pending_tasks: 2
      })
    }
  )

  // reports-7
  // reports-14: Upcoming exits use the time zone of the person, else that of the organization.
  it.status(200, "today is that of the person's zone, or else of the organisation's", function* () {
    const orgId = yield* anOrganisation({ timezone: "Pacific/Kiritimati" })
    yield* written(orgId, [
      of("Of the organisation", { exitDate: "2026-03-02" }),
      of("In Honolulu", { exitDate: "2026-03-01", timezone: "Pacific/Honolulu" }),
      of("In Tokyo", { exitDate: "2026-03-04", timezone: "Asia/Tokyo" })
    ])
    const found = yield* exitsOf(yield* aMember(orgId, "hr"), "?days=1")
    // It is 2026-03-02 09:00 UTC: 23:00 of the 1st in Honolulu, 18:00 in Tokyo, 23:00 of the 2nd on Kiritimati.
    assert.deepStrictEqual(
      found.map(({ days_remaining, employee_name }) => [employee_name, days_remaining]),
      [
        ["In Honolulu", 0],
        ["Of the organisation", 0]
      ]
    )
  })

  it.status.each([
    ["soon", 14],
    ["", 14],
    ["1e1", 14],
    ["15", 15],
    ["60", 60]
  ] as const)(200, "days=%s is %i days", function* ([days, last]) {
    const admin = yield* aSuperAdmin()
    const day = (n: number) => new Date(Date.parse("2026-03-02T00:00:00Z") + n * 86_400_000).toISOString().slice(0, 10)
    yield* written(admin.orgId, [of("In", { exitDate: day(last) }), of("Out", { exitDate: day(last + 1) })])
    const found = yield* exitsOf(admin, `?days=${days}`)
    assert.deepStrictEqual(
      found.map(({ employee_name }) => employee_name),
      ["In"]
    )
  })

  it.status.each(["0", "61", "-1", "7.5", "999999999999999"])(400, "days=%s is none of 1 to 60", function* (days) {
    const answer = yield* withStatus(400, as(yield* aSuperAdmin()).get(`/api/reports/upcoming-exits?days=${days}`))
    assert.strictEqual(answer.error, "days: must be a whole number from 1 to 60")
  })

  // reports-8: `/my-tasks` and `/upcoming-exits` are open to any signed-in user.
  it.status(200, "for anybody who is signed in, within their records", function* () {
    const orgId = yield* anOrganisation()
    const nothing = yield* aMember(orgId, { permissions: [], scope: "departments", departments: ["Research"] })
    const manager = yield* aMember(orgId, "manager")
    const soon = { exitDate: "2026-03-05" }
    yield* written(orgId, [
      of("Ann", { ...soon, department: "Research" }),
      of("Bob", { ...soon, manager: manager.email }),
      of("Cid", soon)
    ])
    yield* written(yield* anOrganisation(), [of("Dee", { ...soon, department: "Research" })])
    const names = (member: Member) =>
      Effect.map(exitsOf(member), (found) => found.map(({ employee_name }) => employee_name))
    assert.deepStrictEqual(yield* names(nothing), ["Ann"])
    assert.deepStrictEqual(yield* names(manager), ["Bob"])
    assert.deepStrictEqual(yield* names(yield* aMember(orgId, "hr")), ["Ann", "Bob", "Cid"])
  })
})

withTestApp("GET /api/reports/my-tasks", (it) => {
  // reports-9: My tasks are matched by role, with those of all; Super Admins and Admins see every open task.
  it.status(
    200,
    "tasks of the caller's role and those of all, without case; admins have every open task",
    function* () {
      const orgId = yield* anOrganisation()
      const assigned = ["HR", " hr ", "Manager", "IT Admin", "All", "Employee"]
      yield* written(orgId, [of("Ann", { tasks: assigned.map((assignedTo) => ({ task: assignedTo, assignedTo })) })])
      const texts = (member: Member) => Effect.map(tasksOf(member), (found) => found.map(({ task }) => task).toSorted())
      assert.deepStrictEqual(yield* texts(yield* aMember(orgId, "hr")), [" hr ", "All", "HR"])
      for (const role of ["superadmin", "admin"] as const) {
        assert.deepStrictEqual(yield* texts(yield* aMember(orgId, role)), assigned.toSorted())
      }
      const custom = yield* aMember(orgId, { permissions: [] })
      assert.deepStrictEqual(yield* texts(custom), ["All"])
    }
  )

  // reports-9
  // reports-15: Tasks are also matched by the name of a custom role.
  it.status(200, "a role of the organisation's own by its name", function* () {
    const orgId = yield* anOrganisation()
    const member = yield* aMember(orgId, { permissions: [] })
    yield* systemSql`UPDATE roles SET name = ' IT Admin' WHERE org_id = ${orgId}`
    yield* written(orgId, [of("Ann", { tasks: [{ task: "Wipe", assignedTo: "it admin " }, { assignedTo: "HR" }] })])
    assert.deepStrictEqual(
      (yield* tasksOf(member)).map(({ task }) => task),
      ["Wipe"]
    )
  })

  // reports-10
  it.status(200, "only what is not done, of open offboardings within the caller's records", function* () {
    const orgId = yield* anOrganisation()
    const manager = yield* aMember(orgId, "manager")
    const tasks = [
      { task: "Open", assignedTo: "Manager" },
      { task: "Done", assignedTo: "Manager", done: true },
      { task: "Not needed", assignedTo: "Manager", notNeeded: true }
    ]
    yield* written(orgId, [
      of("Ann", { tasks, manager: manager.email }),
      of("Bob", { tasks }),
      of("Cid", { tasks, manager: manager.email, status: "cancelled" }),
      of("Dee", { tasks, manager: manager.email, status: "completed", completedAt: createdAt })
    ])
    assert.deepStrictEqual(
      (yield* tasksOf(manager)).map(({ employee_name, task }) => [employee_name, task]),
      [["Ann", "Open"]]
    )
  })

  // reports-10: They are up to 50 outstanding items on open offboardings in scope.
  // reports-16: Tasks that are due first come first.
  it.status(200, "at most 50, what is due first before the others, each with its offboarding", function* () {
    const orgId = yield* anOrganisation()
    const hr = yield* aMember(orgId, "hr")
    const [id] = yield* written(orgId, [
      of("Ann", {
        department: "Research",
        tasks: [
          ...Array.from({ length: 50 }, (_, n) => ({ task: `Some day ${n}` })),
          { task: "Third", dueDate: "2026-03-09" },
          { task: "Second", dueDate: "2026-03-20", slaDeadline: "2026-03-09T23:00:00Z" },
          { task: "First", slaDeadline: "2026-03-04T12:00:00Z" }
        ]
      })
    ])
    const found = yield* tasksOf(hr)
    assert.lengthOf(found, 50)
    assert.deepStrictEqual(
      found.slice(0, 3).map(({ task }) => task),
      ["First", "Second", "Third"]
    )
    const answer = yield* as(hr).get("/api/reports/my-tasks")
    assert.deepInclude(JSON.parse(answer.text)[0], {
      task: "First",
      assigned_to: "HR",
      due_date: null,
      sla_deadline: "2026-03-04T12:00:00.000Z",
      sla_breached: false,
      offboarding_id: id,
      employee_name: "Ann",
      employee_department: "Research",
      exit_date: "2026-04-30",
      status: "pending"
    })
  })
})

withTestApp("GET /api/reports/compliance-summary", (it) => {
  // reports-11: The compliance summary counts NDAs, interviews, legal holds and what was closed without papers, as
  //   text.
  it.status(200, "where papers and interviews stand, by offboarding, as text", function* () {
    const admin = yield* aSuperAdmin()
    const closed = { status: "completed", completedAt: createdAt }
    yield* written(admin.orgId, [
      of("signed", {
        documents: [
          ["nda", "signed"],
          ["NDA", "pending"]
        ],
        interview: "completed"
      }),
      of("completed", { documents: [["Non-disclosure agreement", "completed"]], legalHold: true }),
      of("pending", {
        documents: [
          ["NDA", "pending"],
          ["Other", "signed"]
        ],
        interview: "scheduled"
      }),
      of("none", { tasks: [{ task: "Conduct the exit interview", done: true }] }),
      of("not needed", { tasks: [{ task: "Conduct the exit interview", notNeeded: true }] }),
      of("cancelled", {
        status: "cancelled",
        documents: [["NDA", "signed"]],
        interview: "completed",
        legalHold: true
      }),
      of("closed well", { ...closed, documents: [["NDA", "signed"]], interview: "completed" }),
      of("closed without", { ...closed, documents: [["Other", "signed"]], legalHold: true }),
      of("closed pending", {
        ...closed,
        documents: [
          ["NDA", "pending"],
          ["Other", "pending"]
        ]
      })
    ])
    assert.deepEqual(structuredClone(yield* complianceOf(admin)), {
      total_offboardings: "5",
      nda_signed: "2",
      nda_pending: "1",
      exit_interview_done: "2",
      legal_hold_count: "3",
      closed_without_nda: "2",
      closed_with_pending_documents: "1"
    })
  })

  it.status(200, "zeros of an organisation without offboardings, and only within the caller's records", function* () {
    const orgId = yield* anOrganisation()
    const manager = yield* aMember(orgId, "manager")
    assert.deepStrictEqual(new Set(Object.values(yield* complianceOf(manager))), new Set(["0"]))
    const signed: Partial<RawCase> = { documents: [["NDA", "signed"]], department: "Research" }
    yield* written(orgId, [of("Ann", { ...signed, manager: manager.email }), of("Bob", signed), of("Cid")])
    const research = yield* aMember(orgId, {
      permissions: ["compliance_view"],
      scope: "departments",
      departments: ["Research"]
    })
    for (const [member, total, nda] of [
      [manager, "1", "1"],
      [research, "2", "2"],
      [yield* aMember(orgId, "hr"), "3", "2"]
    ] as const) {
      assert.deepInclude(yield* complianceOf(member), { total_offboardings: total, nda_signed: nda })
    }
  })

  // reports-12: It needs `compliance_view`; the 403 names the permission.
  it.status(403, "without compliance_view; the body names the permission", function* () {
    const viewer = yield* aMember(yield* anOrganisation(), { permissions: ["analytics_view"] })
    const answer = yield* withStatus(403, as(viewer).get("/api/reports/compliance-summary"))
    assert.deepInclude(answer.body, { permission: "compliance_view" })
  })
})

withTestApp("the counts of tasks", (it) => {
  it.effect(
    "are those of the items after every write: added, done, opened again, not needed, removed with their case",
    function* () {
      const orgId = yield* anOrganisation()
      const [ann, bob] = yield* written(orgId, [
        of("Ann", { tasks: [{}, { done: true }, {}] }),
        of("Bob", { tasks: [{}, { notNeeded: true, done: true }] })
      ])
      const differing = systemSql`
          SELECT * FROM (
            SELECT offboarding_id, count(*)::int AS total,
              (count(*) FILTER (WHERE completed_at IS NOT NULL OR not_needed_at IS NOT NULL))::int AS done
            FROM checklist_items WHERE org_id = ${orgId} GROUP BY 1) i
          FULL JOIN (SELECT * FROM checklist_counts WHERE org_id = ${orgId}) c USING (offboarding_id, total, done)
          WHERE i.offboarding_id IS NULL OR c.offboarding_id IS NULL`
      assert.lengthOf(yield* differing, 0)
      yield* systemSql`UPDATE checklist_items SET completed_at = ${createdAt} WHERE org_id = ${orgId}`
      assert.lengthOf(yield* differing, 0)
      yield* systemSql`UPDATE checklist_items SET completed_at = NULL, task = 'x' WHERE org_id = ${orgId} AND position = 1`
      assert.lengthOf(yield* differing, 0)
      yield* systemSql`DELETE FROM checklist_items WHERE offboarding_id = ${ann ?? ""} AND position < 2`
      assert.lengthOf(yield* differing, 0)
      yield* systemSql`DELETE FROM checklist_items WHERE offboarding_id = ${bob ?? ""}`
      yield* systemSql`DELETE FROM offboardings WHERE id = ${bob ?? ""}`
      const counts = yield* systemSql`SELECT total, done FROM checklist_counts WHERE org_id = ${orgId}`
      assert.deepEqual(structuredClone(counts), [{ total: 1, done: 1 }])
    }
  )
})
