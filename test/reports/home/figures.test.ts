import { assert } from "#test/support/suite"
import { AssetSummary } from "@svc/contract/assets/schema"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { Home } from "@svc/contract/home/schema"
import { ComplianceSummary } from "@svc/contract/reports/schema"
import { Effect, Schema } from "effect"
import { TestApp } from "#test/support/TestApp"
import { aPerson } from "#test/support/cases"
import { layerOfFile } from "#test/support/layer-of-file"
import { aMember, anOrganisation, aSuperAdmin, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { anAsset, holding } from "#test/work/assets/support"
import { aFinding } from "#test/access-removal/residual-access/finding"
import { type RawCase, read, written } from "#test/reports/reports/support"

const createdAt = "2026-02-01T00:00:00Z"
const closed = { status: "completed", completedAt: createdAt } as const

// Deadlines of 24 hours. It is 2026-03-02 09:00 UTC: past, less than a quarter of the hours left, and in good time.
const late = { slaDeadline: "2026-03-02T08:00:00Z" }
const risky = { slaDeadline: "2026-03-02T14:00:00Z" }
const calm = { slaDeadline: "2026-03-02T20:00:00Z" }

const figuresOf = Effect.fnUntraced(function* (member: Member) {
  const { body } = yield* withStatus(200, as(member).get("/api/home"))
  const { assets, documents, offboardings, today } = yield* Schema.decodeUnknownEffect(Schema.toCodecJson(Home))(body)
  return { today, offboardings, assets, documents }
})

/** Cases that each figure counts, and cases that it leaves out. */
const everything = (of: Partial<RawCase>): ReadonlyArray<RawCase> => {
  const cases: ReadonlyArray<Partial<RawCase>> = [
    { exitDate: "2026-03-01", tasks: [late, risky], apps: [{ service: "okta", outcome: "failed" }] },
    { exitDate: "2026-03-02", tasks: [risky, calm], documents: [["NDA", "pending"]] },
    { exitDate: "2026-03-16", tasks: [calm], legalHold: true },
    {
      exitDate: "2026-03-17",
      tasks: [
        { ...late, done: true },
        { ...late, notNeeded: true }
      ]
    },
    {
      exitDate: "2026-03-20",
      tasks: [{}],
      documents: [
        ["NDA", "pending"],
        ["NDA", "signed"]
      ],
      apps: [{ service: "okta", outcome: "failed", confirmedAt: createdAt }]
    },
    {
      ...closed,
      exitDate: "2026-02-01",
      tasks: [late],
      documents: [["Other", "pending"]],
      apps: [
        { service: "okta", outcome: "failed" },
        { service: "crm", outcome: "failed" }
      ]
    },
    { status: "cancelled", exitDate: "2026-03-02", tasks: [late], legalHold: true, documents: [["NDA", "pending"]] }
  ]
  return cases.map((one) => ({ createdAt, ...one, ...of }))
}

/** An organisation with cases, findings and equipment of two departments, some of them a manager's. */
const aFullOrganisation = Effect.gen(function* () {
  const admin = yield* aSuperAdmin()
  const manager = yield* aMember(admin.orgId, "manager")
  const ids = yield* written(admin.orgId, [
    ...everything({ department: "Research" }),
    ...everything({ department: "Sales" }),
    ...everything({ department: "Sales", manager: manager.email })
  ])
  for (const id of [ids[5], ids[12], ids[19]]) yield* aFinding(admin.orgId, id ?? "")
  const inside = yield* aPerson(admin, "Alan Turing", { department: "Research" })
  const outside = yield* aPerson(admin, "Grace Hopper", { department: "Sales" })
  for (const holder of [inside, outside, outside]) yield* anAsset(admin, holding(holder.id))
  yield* anAsset(admin)
  yield* systemSql`UPDATE assets SET status = 'lost' WHERE org_id = ${admin.orgId} AND id IN (
      SELECT id FROM assets WHERE org_id = ${admin.orgId} AND org_employee_id = ${outside.id} LIMIT 1)`
  return { admin, ids, manager }
})

const Total = Schema.Struct({ total: Schema.Int })

const totalOf = Effect.fnUntraced(function* (member: Member, list: string) {
  const answer = yield* withStatus(200, as(member).get(`${list}${list.includes("?") ? "&" : "?"}limit=1`))
  return (yield* Schema.decodeUnknownEffect(Total)(answer.body)).total
})

/** The same figures by the routes of the lists. */
const countedByLists = Effect.fnUntraced(function* (member: Member) {
  const cases = (filters: string) => totalOf(member, `/api/employees?${filters}`)
  const summary = yield* as(member).get("/api/assets/summary")
  const { totals } = yield* Schema.decodeUnknownEffect(Schema.toCodecJson(AssetSummary))(summary.body)
  const papers = yield* read(member, "compliance-summary", ComplianceSummary)
  return {
    today: CalendarDate.make("2026-03-02"),
    offboardings: {
      open: yield* cases("open=true"),
      leaving_soon: yield* cases("open=true&exit_date_from=2026-03-02&exit_date_to=2026-03-16"),
      overdue: yield* cases("open=true&exit_date_to=2026-03-01"),
      sla_breached: yield* cases("sla=breached"),
      sla_at_risk: yield* cases("sla=at_risk"),
      failed_removals: yield* cases("revocation_failed=true"),
      residual_access: yield* totalOf(member, "/api/residual-access")
    },
    assets: { deployed: totals.deployed, lost: totals.lost },
    documents: {
      nda_pending: Number(papers.nda_pending),
      closed_with_pending_documents: Number(papers.closed_with_pending_documents),
      legal_holds: Number(papers.legal_hold_count)
    }
  }
})

const all = ["offboardings_view", "assets_view", "compliance_view"] as const

layerOfFile(TestApp)("GET /api/home", (it) => {
  it.status(200, "every figure, as of the day in the organisation's time zone", function* () {
    const { admin } = yield* aFullOrganisation
    assert.deepEqual(structuredClone(yield* figuresOf(admin)), {
      today: CalendarDate.make("2026-03-02"),
      offboardings: {
        open: 15,
        leaving_soon: 6,
        overdue: 3,
        sla_breached: 3,
        sla_at_risk: 3,
        failed_removals: 6,
        residual_access: 3
      },
      assets: { deployed: 3, lost: 1 },
      documents: { nda_pending: 3, closed_with_pending_documents: 3, legal_holds: 6 }
    })
    const far = yield* aSuperAdmin({ timezone: "Pacific/Kiritimati" })
    yield* systemSql`UPDATE organisations SET timezone = 'Pacific/Honolulu' WHERE id = ${far.orgId}`
    assert.strictEqual((yield* figuresOf(far)).today, "2026-03-01")
  })

  it.status(200, "each figure is the total of the list behind it, for every record scope", function* () {
    const { admin, ids, manager } = yield* aFullOrganisation
    const { orgId } = admin
    const departing = yield* aMember(orgId, "hr")
    // Two open offboardings cannot have one address, so one of the two is closed.
    yield* systemSql`UPDATE offboardings SET employee_email = ${departing.email} WHERE id IN (${ids[0] ?? ""}, ${ids[5] ?? ""})`
    const members = [
      admin,
      manager,
      departing,
      yield* aMember(orgId, { permissions: all, scope: "departments", departments: ["Research"] }),
      yield* aMember(orgId, { permissions: all, scope: "departments", departments: [] }),
      yield* aMember(orgId, { permissions: all, scope: "direct_reports" })
    ]
    const seen: Array<number> = []
    for (const member of members) {
      const figures = yield* figuresOf(member)
      assert.deepEqual(structuredClone(figures), yield* countedByLists(member), member.email)
      seen.push(figures.offboardings?.open ?? -1)
    }
    assert.deepStrictEqual(seen, [15, 5, 14, 5, 0, 0])
  })

  // reports-18: A figure of Home is null if the member cannot see the list behind it.
  it.status(200, "figures of lists that the member may not see are null, and no other", function* () {
    const { admin } = yield* aFullOrganisation
    const whole = yield* figuresOf(admin)
    for (const [permission, part] of [
      ["offboardings_view", "offboardings"],
      ["assets_view", "assets"],
      ["compliance_view", "documents"]
    ] as const) {
      const only = yield* aMember(admin.orgId, { permissions: [permission] })
      assert.deepStrictEqual(yield* figuresOf(only), {
        today: whole.today,
        offboardings: null,
        assets: null,
        documents: null,
        [part]: whole[part]
      })
    }
    const nothing = yield* aMember(admin.orgId, { permissions: [] })
    assert.deepStrictEqual(yield* figuresOf(nothing), {
      today: whole.today,
      offboardings: null,
      assets: null,
      documents: null
    })
  })

  it.status(200, "zeros beside another organisation's records", function* () {
    yield* aFullOrganisation
    const figures = yield* figuresOf(yield* aMember(yield* anOrganisation()))
    const counts = [figures.offboardings, figures.assets, figures.documents].flatMap((part) =>
      Object.values(part ?? {})
    )
    assert.deepStrictEqual([counts.length, new Set(counts)], [12, new Set([0])])
  })
})
