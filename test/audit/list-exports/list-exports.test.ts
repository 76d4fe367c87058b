import { assert } from "#test/support/suite"
import { maxListRows } from "@svc/contract/audit-list-exports/schema"
import { createHash } from "node:crypto"
import { aPerson } from "#test/support/cases"
import { entriesOf } from "#test/support/log"
import { aMember, anOrganisation, aSuperAdmin } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { asOwner } from "#test/support/tables"
import { TestApp } from "#test/support/TestApp"
import { layerOfFile } from "#test/support/layer-of-file"
import { aWorld, fileOf, speaks } from "./lists.ts"

const withTestApp = layerOfFile(TestApp)

withTestApp("the CSV of a list", (it) => {
  // list-exports-1: The CSV of a list has the rows of the list for the same caller and filters, its header row in the user's language.
  it.effect("has its header row in the user's language, and apps by their display names", function* () {
    const { admin } = yield* aWorld
    const english = yield* fileOf(admin, "/api/employees/export?department=Sales")
    assert.include(english.head, "Last day")
    assert.strictEqual(english.rows[0]?.[english.head.indexOf("Apps")], "Microsoft Entra ID")
    yield* speaks(admin, "de")
    const german = yield* fileOf(admin, "/api/employees/export?department=Sales")
    assert.include(german.head, "Letzter Tag")
    assert.deepStrictEqual(german.rows, english.rows)
  })

  // list-exports-2: A cell of it is never a formula, and a cell with a semicolon is quoted.
  it.effect(
    "has no cell that a spreadsheet takes for a formula, and a separator within a cell is quoted",
    function* () {
      const { admin } = yield* aWorld
      const { head, rows, text } = yield* fileOf(admin, "/api/employees/export?sort=exit_date&exit_date_to=2026-03-01")
      assert.deepStrictEqual(
        rows.map((row) => row[head.indexOf("Name")]),
        ['\t=HYPERLINK("https://x.test")', "Ada; Lovelace"]
      )
      assert.include(text, '"Ada; Lovelace"')
    }
  )

  // list-exports-3: It is signed and recorded as `list_exported`, with the names of the filters and never their values.
  it.effect("is signed, and its entry has its digest and the names of the filters, never their values", function* () {
    const { admin, orgId } = yield* aWorld
    const { headers, text } = yield* fileOf(admin, "/api/employees/export?q=lovelace&department=Research")
    const sha256 = createHash("sha256").update(`\ufeff${text}`).digest("hex")
    assert.strictEqual(headers["x-content-sha256"], sha256)
    const [entry] = yield* entriesOf(orgId, { action: "list_exported" })
    assert.match(entry?.details ?? "", /filters: (?:q department|department q), rows: 1/)
    assert.include(entry?.details, sha256)
    assert.notInclude(entry?.details, "ovelace")
  })

  // list-exports-4: It has at most 10,000 rows; `X-Rows-Truncated` is set when there are more.
  it.effect("has at most 10,000 rows, and X-Rows-Truncated when there are more", function* () {
    const admin = yield* aSuperAdmin()
    yield* aPerson(admin, "Ada Lovelace")
    const fill = (count: number) =>
      asOwner(
        (sql) => sql`
          INSERT INTO org_employees (org_id, id, full_name, email, created_at, updated_at, person_key_id)
          SELECT org_id, i, 'Person ' || i, i || '@acme.test', now(), now(), person_key_id
          FROM (SELECT gen_random_uuid() AS i FROM generate_series(1, ${count}::int)) ids
          CROSS JOIN (SELECT org_id, person_key_id FROM org_employees WHERE org_id = ${admin.orgId}::uuid LIMIT 1) p`
      )
    yield* fill(maxListRows)
    const whole = yield* fileOf(admin, "/api/org-employees/export?q=person")
    assert.strictEqual(new Set(whole.rows.map(([id]) => id)).size, maxListRows)
    assert.isUndefined(whole.headers["x-rows-truncated"])
    yield* fill(1)
    const cut = yield* fileOf(admin, "/api/org-employees/export?q=person")
    assert.lengthOf(cut.rows, maxListRows)
    assert.strictEqual(cut.headers["x-rows-truncated"], "true")
  })

  it.effect("is refused without the list's permission, and nothing is recorded", function* () {
    const orgId = yield* anOrganisation({ plan: "enterprise" })
    const member = yield* aMember(orgId, { permissions: ["audit_view"] })
    for (const path of [
      "/api/employees",
      "/api/assets",
      "/api/members",
      "/api/left-behind",
      "/api/reports/time-to-cut"
    ]) {
      yield* withStatus(403, as(member).get(`${path}/export`), path)
    }
    assert.deepStrictEqual(yield* entriesOf(orgId, { action: "list_exported" }), [])
  })

  // list-exports-5: It is not sent when it cannot be recorded.
  it.effect("is not sent when it cannot be recorded", function* () {
    const { admin } = yield* aWorld
    yield* asOwner(
      (sql) => sql`ALTER TABLE audit_entries ADD CONSTRAINT no_lists CHECK (action <> 'list_exported') NOT VALID`
    )
    const answer = yield* as(admin).get("/api/employees/export")
    yield* asOwner((sql) => sql`ALTER TABLE audit_entries DROP CONSTRAINT no_lists`)
    assert.strictEqual(answer.status, 500)
    assert.notInclude(answer.text, "Lovelace")
  })
})
