import { assert } from "#test/support/suite"
import { type AttentionKind, Home } from "@svc/contract/home/schema"
import { Effect, Schema } from "effect"
import { aFinding } from "#test/access-removal/residual-access/finding"
import { anInitiation } from "#test/offboarding/initiations/support"
import { type RawCase, written } from "#test/reports/reports/support"
import { aConnection, aPerson } from "#test/support/cases"
import { layerOfFile } from "#test/support/layer-of-file"
import { aMember, anOrganisation, aSuperAdmin, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { TestApp } from "#test/support/TestApp"
import { anAsset, holding } from "#test/work/assets/support"

// It is 2026-03-02 09:00 UTC.
const createdAt = "2026-02-01T00:00:00Z"

const homeOf = Effect.fnUntraced(function* (member: Member) {
  const { body } = yield* withStatus(200, as(member).get("/api/home"))
  return yield* Schema.decodeUnknownEffect(Schema.toCodecJson(Home), { onExcessProperty: "error" })(body)
})

const kindsOf = ({ attention }: Home) => attention.map(({ kind }) => kind)

const failing: Partial<RawCase> = {
  name: "Failed Fay",
  exitDate: "2026-02-20",
  apps: [
    { service: "okta", outcome: "failed" },
    { service: "crm", outcome: "revoked" },
    { service: "chat", outcome: "failed", confirmedAt: createdAt }
  ],
  tasks: [{ task: "Done", done: true }, {}]
}

const cases: ReadonlyArray<Partial<RawCase>> = [
  failing,
  {
    name: "Late Lee",
    exitDate: "2026-03-04",
    apps: [{ service: "okta" }],
    tasks: [
      { task: "First", slaDeadline: "2026-03-01T08:00:00Z" },
      { task: "Second", slaDeadline: "2026-03-02T08:00:00Z" },
      { task: "Third", slaDeadline: "2026-03-02T20:00:00Z" }
    ]
  },
  { name: "Appless Ann", exitDate: "2026-03-09" },
  { name: "Appless Later", exitDate: "2026-03-10" },
  {
    name: "Paper Pat",
    exitDate: "2026-03-02",
    apps: [{ service: "okta" }],
    documents: [
      ["NDA", "pending"],
      ["Other", "signed"]
    ]
  },
  { name: "Paper Later", exitDate: "2026-03-03", apps: [{ service: "okta" }], documents: [["NDA", "pending"]] },
  {
    name: "Gone Gil",
    exitDate: "2026-02-01",
    status: "completed",
    completedAt: createdAt,
    documents: [["NDA", "pending"]]
  }
]

const anOffice = Effect.fnUntraced(function* (of: Partial<RawCase> = {}) {
  const admin = yield* aSuperAdmin()
  const ids = yield* written(
    admin.orgId,
    cases.map((one) => ({ createdAt, ...one, ...of }))
  )
  yield* aFinding(admin.orgId, ids[6] ?? "")
  yield* aConnection(admin.orgId, "github")
  yield* aConnection(admin.orgId, "gitlab")
  yield* systemSql`UPDATE integrations SET credential_refused_at = ${createdAt}
    WHERE org_id = ${admin.orgId} AND service_name = 'github'`
  const holder = yield* aPerson(admin, "Grace Hopper", { department: "Sales" })
  const late = yield* anAsset(admin, holding(holder.id))
  const due = yield* anAsset(admin, holding(holder.id))
  yield* systemSql`UPDATE assets SET return_deadline = CASE id WHEN ${late.id} THEN date '2026-03-01' ELSE date '2026-03-02' END
    WHERE org_id = ${admin.orgId} AND id IN (${late.id}, ${due.id})`
  const manager = yield* aMember(admin.orgId, "manager")
  const waiting = yield* anInitiation(manager, { employee_name: "Asked Ada" })
  return { admin, ids, late, manager, waiting }
})

layerOfFile(TestApp)("GET /api/home", (it) => {
  it.status(200, "what needs attention, worst first, with what each row is about", function* () {
    const { admin, ids, late, waiting } = yield* anOffice()
    const { attention } = yield* homeOf(admin)
    assert.deepStrictEqual(
      attention.map(({ kind, rows, total }) => [
        kind,
        total,
        rows.map(({ id, person, subject }) => [id, person, subject])
      ]),
      [
        ["failed_removal", 1, [[`${ids[0]} okta`, "Failed Fay", "okta"]]],
        ["reactivated", 1, [[attention[1]?.rows[0]?.id, "Gone Gil", "crm"]]],
        ["connection_refused", 1, [[attention[2]?.rows[0]?.id, null, "github"]]],
        ["deadline_missed", 1, [[ids[1], "Late Lee", "First"]]],
        ["approval", 1, [[waiting.id, "Asked Ada", attention[4]?.rows[0]?.subject]]],
        ["equipment_late", 1, [[late.id, "Grace Hopper", "MacBook Pro"]]],
        ["document_unsigned", 1, [[ids[4], "Paper Pat", "paper.pdf"]]],
        ["no_apps", 1, [[ids[2], "Appless Ann", ""]]]
      ]
    )
    assert.deepStrictEqual(attention[3]?.rows[0]?.count, 2)
  })

  it.status(200, "a failed removal names its next retry", function* () {
    const { admin, ids } = yield* anOffice()
    const next = "2026-03-02T09:05:00.000Z"
    yield* systemSql`WITH run AS (
        INSERT INTO revocation_runs (org_id, id, offboarding_id, trigger, status, created_at)
        VALUES (${admin.orgId}, gen_random_uuid(), ${ids[0] ?? ""}, 'app', 'finished', now()) RETURNING id)
      INSERT INTO revocation_retries (org_id, offboarding_id, service_name, run_id, attempts, next_attempt_at, last_error)
      SELECT ${admin.orgId}, ${ids[0] ?? ""}, 'okta', run.id, 1, ${next}, '503' FROM run`
    const { attention } = yield* homeOf(admin)
    const [row] = attention[0]?.rows ?? []
    assert.strictEqual(JSON.stringify(row?.next_attempt_at), JSON.stringify(next))
  })

  it.status(200, "a failed removal without a retry names the scheduled end of access, while it is ahead", function* () {
    const { admin, ids } = yield* anOffice()
    const nextOf = Effect.fnUntraced(function* (due: string) {
      yield* systemSql`INSERT INTO revocation_schedules (org_id, offboarding_id, due_at)
        VALUES (${admin.orgId}, ${ids[0] ?? ""}, ${due})
        ON CONFLICT (org_id, offboarding_id) DO UPDATE SET due_at = EXCLUDED.due_at`
      const { attention } = yield* homeOf(admin)
      return JSON.stringify(attention[0]?.rows[0]?.next_attempt_at)
    })
    const ahead = "2026-03-03T00:00:00.000Z"
    assert.strictEqual(yield* nextOf(ahead), JSON.stringify(ahead))
    assert.strictEqual(yield* nextOf("2026-03-01T00:00:00.000Z"), "null")
  })

  it.status(200, "an account that was seen active after its removal does not count as revoked", function* () {
    const admin = yield* aSuperAdmin()
    const [id = ""] = yield* written(admin.orgId, [{ createdAt, ...failing, exitDate: "2026-03-02" }])
    yield* aFinding(admin.orgId, id, "crm")
    const { leaving } = yield* homeOf(admin)
    assert.deepStrictEqual(
      leaving.map(({ apps, closed_apps }) => [closed_apps, apps]),
      [[1, 3]]
    )
  })

  it.status(200, "ten rows of a kind at most, and all of them counted", function* () {
    const admin = yield* aSuperAdmin()
    yield* written(
      admin.orgId,
      Array.from({ length: 12 }, () => ({ createdAt, ...failing }))
    )
    const { attention } = yield* homeOf(admin)
    assert.deepStrictEqual(
      attention.map(({ kind, rows, total }) => [kind, rows.length, total]),
      [["failed_removal", 10, 12]]
    )
  })

  it.status(200, "attention only to what the member may see: by permission and by record scope", function* () {
    const { admin, manager } = yield* anOffice({ department: "Research" })
    const seenBy: ReadonlyArray<
      readonly [
        permission: "offboardings_view" | "integrations_manage" | "assets_view" | "compliance_view",
        ReadonlyArray<AttentionKind>
      ]
    > = [
      ["offboardings_view", ["failed_removal", "reactivated", "deadline_missed", "no_apps"]],
      ["integrations_manage", ["connection_refused"]],
      ["assets_view", ["equipment_late"]],
      ["compliance_view", ["document_unsigned"]]
    ]
    for (const [permission, kinds] of seenBy)
      assert.deepStrictEqual(kindsOf(yield* homeOf(yield* aMember(admin.orgId, { permissions: [permission] }))), kinds)
    const permissions = ["offboardings_view", "assets_view", "compliance_view"] as const
    const inScope = (departments: ReadonlyArray<string>) =>
      Effect.flatMap(aMember(admin.orgId, { permissions, scope: "departments", departments }), homeOf)
    assert.deepStrictEqual(kindsOf(yield* inScope(["Sales"])), ["equipment_late"])
    const research = yield* inScope(["Research"])
    assert.deepStrictEqual(kindsOf(research), [
      "failed_removal",
      "reactivated",
      "deadline_missed",
      "document_unsigned",
      "no_apps"
    ])
    assert.lengthOf(research.leaving, 5)
    const own = yield* homeOf(manager)
    assert.deepStrictEqual([kindsOf(own), own.leaving, own.days], [[], [], []])
  })

  it.status(200, "nothing of another organization", function* () {
    yield* anOffice()
    const { attention, days, leaving, tasks } = yield* homeOf(yield* aMember(yield* anOrganisation()))
    assert.deepStrictEqual([attention, days, leaving, tasks], [[], [], [], []])
  })

  it.status(200, "who leaves in the next two weeks, soonest first, with how far each one is", function* () {
    const admin = yield* aSuperAdmin()
    yield* written(admin.orgId, [
      { createdAt, ...failing, exitDate: "2026-03-02" },
      { createdAt, name: "Last", exitDate: "2026-03-16" },
      { createdAt, name: "Too Late", exitDate: "2026-03-17" },
      { createdAt, name: "Past", exitDate: "2026-03-01" }
    ])
    const { leaving } = yield* homeOf(admin)
    assert.deepStrictEqual(
      leaving.map(({ apps, closed_apps, days_remaining, employee_name, failed_apps, pending_tasks, tasks }) => [
        employee_name,
        days_remaining,
        `${closed_apps} of ${apps}`,
        failed_apps,
        `${pending_tasks} of ${tasks}`
      ]),
      [
        ["Failed Fay", 0, "2 of 3", 1, "1 of 2"],
        ["Last", 14, "0 of 0", 0, "0 of 0"]
      ]
    )
  })

  it.status(200, "fourteen days with their leavers, three named, those with a failed removal first", function* () {
    const admin = yield* aSuperAdmin()
    yield* written(admin.orgId, [
      ...["A", "B", "C"].map((name) => ({ createdAt, name, exitDate: "2026-03-02" })),
      { createdAt, ...failing, exitDate: "2026-03-02" },
      { createdAt, name: "On the last day", exitDate: "2026-03-15" },
      { createdAt, name: "After it", exitDate: "2026-03-16" }
    ])
    const { days } = yield* homeOf(admin)
    assert.deepStrictEqual(
      days.map(({ day, people, total }) => [
        String(day),
        total,
        people.map(({ failed, name }) => `${name}${failed ? "!" : ""}`)
      ]),
      [
        ["2026-03-02", 4, ["Failed Fay!", "A", "B"]],
        ["2026-03-15", 1, ["On the last day"]]
      ]
    )
  })
})
