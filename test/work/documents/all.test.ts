import { assert, layer } from "#test/support/suite"
import { DocumentPage } from "@svc/contract/documents/schema"
import { Effect, Layer, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { TestApp } from "#test/support/TestApp"
import { aMember, aSession, aSuperAdmin, type Member } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { Statements, statementsOf } from "#test/support/statements"
import { asOwner, asSystem, systemSql } from "#test/support/tables"
import { aCase, anOffice } from "./support.ts"

const decodePage = Schema.decodeUnknownEffect(Schema.toCodecJson(DocumentPage))

const asked = Effect.fnUntraced(function* (member: Member, query = "") {
  const answer = yield* withStatus(200, as(member).get(`/api/employees/compliance${query}`))
  return yield* decodePage(answer.body)
})

const namesOf = (member: Member, query = "") =>
  Effect.map(asked(member, query), ({ rows }) => rows.map(({ name }) => name))

/** Of the case, each a day older than the one before it, with these columns besides. */
const papers = Effect.fnUntraced(function* (
  orgId: string,
  offboardingId: string,
  documents: Readonly<Record<string, Readonly<Record<string, string>>>>
) {
  for (const [at, [name, columns]] of Object.entries(documents).entries()) {
    const id = randomUUID()
    yield* asSystem(
      (sql) => sql`
        INSERT INTO compliance_documents ${sql.insert({
          org_id: orgId,
          id,
          offboarding_id: offboardingId,
          name,
          created_at: new Date(Date.UTC(2026, 0, 20 - at)),
          updated_at: new Date(Date.UTC(2026, 0, 20)),
          ...columns
        })}`
    )
  }
})

/** What stands in the places of a statement of the list, by what is written around each. */
const valuesOf = (statement: string, orgId: string) =>
  [...new Set([...statement.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place)))]
    .toSorted((one, other) => one - other)
    .map((place) => {
      const [, around = ""] = new RegExp(`(\\S+ (?:= )?)\\$${place}(?!\\d)`).exec(statement) ?? []
      const known: Readonly<Record<string, unknown>> = {
        "LIMIT ": 50,
        "OFFSET ": 0,
        "d.status = ": "completed",
        "d.esignature_status = ": "declined"
      }
      if (statement.includes(`$${place}::timestamptz`)) return "2026-03-02T09:00:00Z"
      return known[around] ?? orgId
    })

layer(TestApp.pipe(Layer.provideMerge(Statements.layer)))("GET /api/employees/compliance", (it) => {
  // papers-16: The documents of all cases that the caller sees are one list: by status, kind, signature, end, text.
  it.status(
    200,
    "the newest first, page by page, each as its case's own list shows it and with whose it is",
    function* () {
      const { admin, offboardingId, orgId, session } = yield* anOffice()
      const other = yield* aCase(admin)
      yield* papers(orgId, offboardingId, { Newest: {}, Second: { esignature_status: "sending" } })
      yield* papers(orgId, other, { "Newest too": {}, Third: {} })
      const { rows, ...page } = yield* asked(admin, "?limit=2&offset=2")
      assert.deepStrictEqual(page, { total: 4, limit: 2, offset: 2 })
      assert.sameMembers(
        rows.map(({ name }) => name),
        ["Second", "Third"]
      )
      const whole = yield* as(admin).get("/api/employees/compliance")
      const own = yield* send("GET", `/api/employees/${offboardingId}/compliance`, { bearer: session })
      const fields = (body: unknown) => {
        const { rows: listed } = Schema.decodeUnknownSync(
          Schema.Struct({ rows: Schema.Array(Schema.Record(Schema.String, Schema.Json)) })
        )(body)
        return listed.find(({ name }) => name === "Second") ?? {}
      }
      const { department, employee_name, exit_date, offboarding_status, ...shown } = fields(whole.body)
      assert.deepStrictEqual(shown, fields(own.body), "no more than its case shows, and no less")
      assert.deepStrictEqual(
        { department, employee_name, exit_date, offboarding_status },
        { department: "", employee_name: "Ada Lovelace", exit_date: "2026-04-30", offboarding_status: "pending" }
      )
      assert.deepStrictEqual((yield* asked(admin, "?offset=9")).rows, [])
    }
  )

  // papers-16
  it.status(200, "by status, kind, signature, and whether the case is open", function* () {
    const { admin, offboardingId, orgId } = yield* anOffice()
    const closed = yield* aCase(admin)
    yield* systemSql`UPDATE offboardings SET status = 'cancelled' WHERE id = ${closed}`
    yield* papers(orgId, offboardingId, {
      Asked: { esignature_status: "pending", doc_type: " nda " },
      Sent: { esignature_status: "sending", doc_type: "Non-Disclosure Agreement" },
      Refused: { esignature_status: "declined" },
      Late: { esignature_status: "expired" },
      Done: { esignature_status: "signed", status: "signed" },
      Filed: { status: "completed", doc_type: "Reference" }
    })
    yield* papers(orgId, closed, { Closed: {} })
    for (const [query, names] of [
      ["status=pending", ["Asked", "Closed", "Sent", "Refused", "Late"]],
      ["status=completed", ["Filed"]],
      ["kind=NDA", ["Asked", "Sent"]],
      ["kind=reference", ["Filed"]],
      ["signature=requested", ["Asked", "Sent"]],
      ["signature=declined", ["Refused"]],
      ["signature=expired", ["Late"]],
      ["signature=signed", ["Done"]],
      ["signature=not_requested", ["Closed", "Filed"]],
      ["open=false", ["Closed"]],
      ["open=true&status=pending&signature=requested&kind=nda", ["Asked", "Sent"]]
    ] as const) {
      const { rows, total } = yield* asked(admin, `?${query}`)
      assert.sameMembers(
        rows.map(({ name }) => name),
        [...names],
        query
      )
      assert.strictEqual(total, names.length, query)
    }
  })

  // papers-16
  it.status(200, "by the day that it ends on, on the organisation's calendar, the first to end first", function* () {
    // The clock of the tests stands at nine in the morning of 2 March, which in Pago Pago is still the first.
    const { admin, offboardingId, orgId } = yield* anOffice()
    yield* papers(orgId, offboardingId, {
      "In 30 days": { expires_on: "2026-04-01" },
      "In 31 days": { expires_on: "2026-04-02" },
      Yesterday: { expires_on: "2026-03-01" },
      Today: { expires_on: "2026-03-02" },
      "Long ago": { expires_on: "2025-01-01" },
      Never: {}
    })
    assert.deepStrictEqual(yield* namesOf(admin, "?expiry=expired"), ["Long ago", "Yesterday"])
    assert.deepStrictEqual(yield* namesOf(admin, "?expiry=soon"), ["Today", "In 30 days"])
    yield* systemSql`UPDATE organisations SET timezone = 'Pacific/Pago_Pago' WHERE id = ${orgId}`
    assert.deepStrictEqual(yield* namesOf(admin, "?expiry=soon"), ["Yesterday", "Today"])
  })

  it.status(
    200,
    "what is searched for is a part of the document's name, its kind or the person's, as it stands",
    function* () {
      const { admin, offboardingId, orgId } = yield* anOffice()
      const other = yield* aCase(admin)
      yield* systemSql`UPDATE offboardings SET employee_name = 'Zoë Österlund' WHERE id = ${other}`
      yield* papers(orgId, offboardingId, { "100% Release": {}, Plan: { doc_type: "Severance_Agreement" } })
      yield* papers(orgId, other, { Letter: {} })
      for (const [q, names] of [
        ["ÖSTERLUND", ["Letter"]],
        ["0% rel", ["100% Release"]],
        ["severance_a", ["Plan"]],
        ["severance%", []],
        ["lovelace", ["100% Release", "Plan"]],
        ["acme.test", []]
      ] as const) {
        assert.deepStrictEqual(yield* namesOf(admin, `?q=${encodeURIComponent(q)}`), [...names], q)
      }
    }
  )

  // papers-16
  it.status(200, "within the caller's records alone, and nothing of another organisation", function* () {
    const { admin, offboardingId, orgId } = yield* anOffice()
    const manager = yield* aMember(orgId, "manager")
    const reported = yield* aCase(admin, { manager: manager.email.toUpperCase() })
    const sold = yield* aCase(admin)
    yield* systemSql`UPDATE offboardings SET employee_department = 'Sales' WHERE id = ${sold}`
    const sales = yield* aMember(orgId, {
      permissions: ["compliance_view"],
      scope: "departments",
      departments: ["Sales"]
    })
    yield* papers(orgId, offboardingId, { Elsewhere: { expires_on: "2026-03-05" } })
    yield* papers(orgId, reported, { Reported: { expires_on: "2026-03-05" } })
    yield* papers(orgId, sold, { Sold: { expires_on: "2026-03-05" } })
    for (const query of ["", "?status=pending", "?q=lovelace", "?expiry=soon", "?open=true"]) {
      for (const [who, names] of [
        [manager, ["Reported"]],
        [sales, ["Sold"]]
      ] as const) {
        const { rows, total } = yield* asked(who, query)
        assert.deepStrictEqual(
          rows.map(({ name }) => name),
          [...names],
          query
        )
        assert.strictEqual(total, 1, query)
      }
      assert.strictEqual((yield* asked(admin, query)).total, 3, query)
    }
    assert.deepInclude(yield* asked(yield* aSuperAdmin()), { rows: [], total: 0 })
  })

  it.status(200, "among 20,000 an index finds the page and counts it, whatever is asked", function* () {
    const { admin, offboardingId, orgId } = yield* anOffice()
    yield* systemSql`
            INSERT INTO compliance_documents (org_id, id, offboarding_id, name, status, esignature_status, expires_on,
              created_at, updated_at)
            SELECT ${orgId}::uuid, gen_random_uuid(), ${offboardingId}::uuid, 'Paper ' || n,
              CASE WHEN n % 200 = 0 THEN 'completed' ELSE 'pending' END, CASE WHEN n % 200 = 0 THEN 'declined' END,
              CASE WHEN n % 100 = 0 THEN '1970-01-01'::date + n END, '2026-01-01'::timestamptz + n * interval '1 second', now()
            FROM generate_series(1, 20000) AS n`
    yield* asOwner((sql) => sql`ANALYZE compliance_documents`)
    for (const [query, index] of [
      ["", "compliance_documents_newest"],
      ["?status=completed", "compliance_documents_status"],
      ["?signature=declined", "compliance_documents_signature"],
      ["?expiry=expired", "compliance_documents_expiry"]
    ] as const) {
      const { statements } = yield* statementsOf(as(admin).get(`/api/employees/compliance${query}`))
      const statement = statements.find((text) => text.includes("ORDER BY d.")) ?? ""
      const rows = yield* asOwner((sql) =>
        sql.unsafe<{ readonly "QUERY PLAN": string }>(`EXPLAIN ${statement}`, valuesOf(statement, orgId))
      )
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n")
      assert.include(plan, index)
      assert.notMatch(plan, /Sort|Seq Scan on compliance_documents/, index)
    }
    assert.strictEqual((yield* asked(admin, "?status=completed")).total, 100)
    assert.strictEqual((yield* asked(admin, "?q=paper%20777")).total, 11)
  })

  it.status(400, "that names the parameter: no such status, signature or end, a page that is none", function* () {
    const { session } = yield* anOffice()
    for (const [query, parameter] of [
      ["status=lost", "status"],
      ["signature=sending", "signature"],
      ["expiry=never", "expiry"],
      ["open=perhaps", "open"],
      ["limit=101", "limit"],
      ["offset=-1", "offset"]
    ] as const) {
      const answer = yield* send("GET", `/api/employees/compliance?${query}`, { bearer: session })
      assert.strictEqual(answer.status, 400, query)
      assert.match(answer.error, new RegExp(`^${parameter}: `), query)
    }
  })

  it.status(403, "without compliance_view, whatever else one may see", function* () {
    const { orgId } = yield* anOffice()
    const other = yield* aMember(orgId, { permissions: ["offboardings_view", "assets_view", "analytics_view"] })
    yield* withStatus(403, send("GET", "/api/employees/compliance", { bearer: yield* aSession(other) }))
  })
})
