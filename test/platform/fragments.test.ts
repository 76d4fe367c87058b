import { assert, layer } from "#test/support/suite"
import { randomUUID } from "node:crypto"
import { SystemSql } from "#platform/database/db"
import { behind, ofOrganisation } from "#platform/database/fragments"
import { TestServices } from "#test/support/TestApp"

const rows = [1, 2].flatMap((org) =>
  [1, 2, 3].map((id) => ({ org_id: `00000000-0000-0000-0000-00000000000${org}`, id: `${id}${randomUUID().slice(1)}` }))
)

layer(TestServices)("fragments of the system's statements", (it) => {
  it.effect("of one organisation or of all, in pages by two uuids, by a statement of one text", function* () {
    const sql = yield* SystemSql
    const read = (orgId?: string, after?: (typeof rows)[number]) => sql<(typeof rows)[number]>`
        SELECT r.org_id, r.id FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (org_id uuid, id uuid)
        WHERE ${ofOrganisation(sql, orgId, "r.org_id")} AND ${behind(sql, { "r.org_id": after?.org_id, "r.id": after?.id })}
        ORDER BY r.org_id, r.id`
    assert.deepStrictEqual(yield* read(), rows)
    for (const [index, row] of rows.entries()) {
      assert.deepStrictEqual(yield* read(undefined, row), rows.slice(index + 1))
      assert.deepStrictEqual(
        yield* read(rows[0]?.org_id, row),
        rows.slice(index + 1).filter(({ org_id }) => org_id === rows[0]?.org_id)
      )
      assert.strictEqual(read(row.org_id, row).compile()[0], read().compile()[0])
    }
  })

  it.effect("a page by one uuid within an organisation", function* () {
    const sql = yield* SystemSql
    const read = (after: string | null) => sql<{ id: number }>`
        SELECT id::int FROM generate_series(1, 3) AS id WHERE ${behind(sql, { "lpad(id::text, 32, '0')::uuid": after })}`
    assert.deepStrictEqual(yield* read(null), [{ id: 1 }, { id: 2 }, { id: 3 }])
    assert.deepStrictEqual(yield* read("00000000-0000-0000-0000-000000000002"), [{ id: 3 }])
  })
})
