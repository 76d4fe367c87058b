import { CalendarDate } from "@svc/contract/kernel/dates"
import { Effect, Schema } from "effect"
import { parse } from "csv-parse/sync"
import { assert } from "#test/support/suite"
import { aFinding } from "#test/access-removal/residual-access/finding"
import { aLeftBehind } from "#test/access-removal/left-behind/item"
import { aCase, aConnection, aPerson } from "#test/support/cases"
import { entriesOf } from "#test/support/log"
import { aMember, anOrganisation, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"

/** A list that is exported, and what it is asked for. */
export interface List {
  readonly path: string
  /** The list itself, where that is not the path without `/export`. */
  readonly of?: string
  readonly name: string
  /** The field that the first column has. */
  readonly id: string
  /** That every row matches, so that all are compared. */
  readonly all?: string
  /** That some rows match. */
  readonly filter: string
  /** That is refused. */
  readonly unfit: string
}

const Answer = Schema.Union([
  Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
  Schema.Struct({ rows: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)) }),
  Schema.Struct({ late: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)) })
])
const decode = Schema.decodeUnknownEffect(Answer)

/** The file, with its header row apart. */
export const fileOf = Effect.fnUntraced(function* (member: Member, address: string) {
  const answer = yield* withStatus(200, as(member).get(address))
  const [head = [], ...rows]: ReadonlyArray<ReadonlyArray<string>> = parse(answer.text, { bom: true })
  return { ...answer, head, rows }
})

const listed = Effect.fnUntraced(function* (member: Member, { id, of, path }: List, query: string) {
  const answer = yield* withStatus(200, as(member).get(`${of ?? path.replace(/\/export$/, "")}${query}`))
  const decoded = yield* decode(answer.body)
  const rows = "rows" in decoded ? decoded.rows : "late" in decoded ? decoded.late : decoded
  return rows.map((row) => String(row[id]))
})

/** Two leavers of two departments, one of whose access has ended, and something of everything of both. */
export const aWorld = Effect.gen(function* () {
  const orgId = yield* anOrganisation({ plan: "enterprise" })
  const admin = yield* aMember(orgId)
  yield* aConnection(orgId, "azure-ad")
  const leavers = [
    { employee_name: '=HYPERLINK("https://x.test")', employee_department: "Sales", exit_date: "2026-02-10" },
    { employee_name: "Ada; Lovelace", employee_department: "Research", exit_date: "2026-02-12" }
  ]
  for (const { exit_date, ...leaver } of leavers) {
    const { id } = yield* aCase(admin, {
      ...leaver,
      exit_date: CalendarDate.make(exit_date),
      apps_to_revoke: ["azure-ad"]
    })
    const email = `${leaver.employee_department}@acme.test`
    const person = yield* aPerson(admin, leaver.employee_name, { department: leaver.employee_department, email })
    yield* aFinding(orgId, id, "azure-ad")
    yield* aLeftBehind(orgId, id, { service_name: "azure-ad", label: "@build" })
    yield* withStatus(200, as(admin).post(`/api/employees/${id}/compliance`, { name: "NDA" }))
    yield* withStatus(
      201,
      as(admin).post("/api/assets", {
        itemName: "Laptop",
        serialNumber: `C-${leaver.employee_department}`,
        employeeId: person.id
      })
    )
    yield* withStatus(
      201,
      as(admin).post("/api/offboarding-initiations", { employee_name: "Bo", exit_date: "2026-05-31", no_apps: true })
    )
  }
  return { orgId, admin }
})

/** The file has the rows of the list, for each caller and filter. */
export const holdsTheList = Effect.fnUntraced(function* (list: List) {
  const { admin, orgId } = yield* aWorld
  const stranger = (yield* aWorld).admin
  const seller = yield* aMember(orgId, { permissions: admin.permissions, scope: "departments", departments: ["Sales"] })
  const all = list.all ?? ""
  const expected = yield* listed(admin, list, all)
  assert.isAbove(expected.length, 0)
  for (const [member, query] of [
    [admin, all],
    [admin, list.filter],
    [seller, all],
    [stranger, all]
  ] as const) {
    const { rows } = yield* fileOf(member, `${list.path}${query}`)
    assert.deepStrictEqual(
      rows.map(([id]) => id),
      yield* listed(member, list, query)
    )
  }
  const theirs = yield* fileOf(stranger, `${list.path}${all}`)
  assert.isAbove(theirs.rows.length, 0)
  for (const [id] of theirs.rows) assert.notInclude(expected, id)

  const { headers, text } = yield* fileOf(admin, `${list.path}${all}`)
  assert.include(headers["content-disposition"], `filename="${list.name}-2026-03-02.csv"`)
  // The byte order mark is three bytes that the client of the tests drops.
  assert.strictEqual(headers["content-length"], String(Buffer.byteLength(text) + 3))
  for (const cell of (yield* fileOf(admin, `${list.path}${all}`)).rows.flat()) assert.notMatch(cell, /^[=+@-]/)
  const entries = yield* entriesOf(orgId, { action: "list_exported" })
  assert.lengthOf(entries, 5)
  assert.deepInclude(entries[0], { actor_id: admin.userId, target: list.name })
  assert.include(entries[0]?.details, `rows: ${expected.length}, truncated: no, sha256: `)
  assert.include(entries[2]?.details, "scope: departments")
})

/** A filter that the list refuses is refused. */
export const refusesAFilter = Effect.fnUntraced(function* ({ path, unfit }: List) {
  const { error } = yield* withStatus(
    400,
    as(yield* aMember(yield* anOrganisation({ plan: "enterprise" }))).get(`${path}${unfit}`)
  )
  assert.notStrictEqual(error, "")
})

export const speaks = (member: Member, language: string) =>
  systemSql`UPDATE users SET language = ${language} WHERE id = ${member.userId}`
