import { assert, layer } from "#test/support/suite"
import type { OrgId } from "@svc/contract/kernel/ids"
import { TestApp } from "#test/support/TestApp"
import { aCase } from "#test/support/cases"
import { aMember, aSuperAdmin } from "#test/support/people"
import { asSystem } from "#test/support/tables"

interface Kept {
  readonly table: string
  readonly counts: string
  /** The columns that rows are counted by, and what each is of a row. */
  readonly by: Readonly<Record<string, string>>
  /** As somebody works on them, one after the other; `$1` is the organisation. */
  readonly changes: ReadonlyArray<string>
}

const anId = "gen_random_uuid()"

const totals: ReadonlyArray<Kept> = [
  {
    table: "assets",
    counts: "asset_counts",
    by: { category: "category", status: "status" },
    changes: [
      `INSERT INTO assets (org_id, id, item_name, serial_number, category, created_at, updated_at)
        SELECT $1::uuid, ${anId}, 'Laptop', 'K-' || n, (array['laptop', 'phone'])[1 + n % 2], now(), now() FROM generate_series(1, 9) AS n`,
      "UPDATE assets SET status = 'returned' WHERE org_id = $1::uuid AND serial_number IN ('K-1', 'K-2')",
      "UPDATE assets SET item_name = 'Phone', category = 'other' WHERE org_id = $1::uuid AND serial_number > 'K-6'",
      "DELETE FROM assets WHERE org_id = $1::uuid AND serial_number < 'K-4'"
    ]
  },
  {
    table: "compliance_documents",
    counts: "compliance_document_counts",
    by: {
      status: "status",
      signature: "coalesce(esignature_status, 'not_requested')",
      kind: `lower(btrim(doc_type) COLLATE "und-x-icu")`
    },
    changes: [
      `INSERT INTO compliance_documents (org_id, id, offboarding_id, name, doc_type, created_at, updated_at)
        SELECT o.org_id, ${anId}, o.id, 'Paper ' || n, (array['NDA', ' nda ', 'ÜBERGABE'])[1 + n % 3], now(), now()
        FROM offboardings o, generate_series(1, 9) AS n WHERE o.org_id = $1::uuid`,
      "UPDATE compliance_documents SET esignature_status = 'pending' WHERE org_id = $1::uuid AND name < 'Paper 4'",
      "UPDATE compliance_documents SET status = 'signed', esignature_status = 'signed' WHERE org_id = $1::uuid AND name < 'Paper 3'",
      "UPDATE compliance_documents SET name = name || '.pdf' WHERE org_id = $1::uuid",
      "DELETE FROM compliance_documents WHERE org_id = $1::uuid AND name < 'Paper 3'"
    ]
  },
  {
    table: "notifications",
    counts: "notification_counts",
    by: { user_id: "user_id", unread: "read_at IS NULL" },
    changes: [
      `INSERT INTO notifications (org_id, id, user_id, type, title, body, created_at)
        SELECT m.org_id, ${anId}, m.user_id, 'offboarding.created', n::text, '', now()
        FROM memberships m, generate_series(1, 9) AS n WHERE m.org_id = $1::uuid`,
      "UPDATE notifications SET read_at = now() WHERE org_id = $1::uuid AND title < '4'",
      "UPDATE notifications SET body = 'The person of this offboarding was erased.' WHERE org_id = $1::uuid",
      "DELETE FROM notifications WHERE org_id = $1::uuid AND title IN ('2', '8')",
      "DELETE FROM memberships WHERE org_id = $1::uuid AND role = 'hr'"
    ]
  },
  {
    table: "left_behind_items",
    counts: "left_behind_counts",
    by: { service_name: "service_name", kind: "kind", disposition: "disposition" },
    changes: [
      `INSERT INTO left_behind_items (org_id, id, offboarding_id, service_name, kind, external_id, label, risk, closing,
          first_seen_at, last_seen_at)
        SELECT o.org_id, ${anId}, o.id, 'app' || n % 2, (array['ssh_key', 'agent'])[1 + n % 2], n::text, '', 'low', 'revoke',
          now(), now()
        FROM offboardings o, generate_series(1, 9) AS n WHERE o.org_id = $1::uuid`,
      `UPDATE left_behind_items SET disposition = 'revoked', settled_at = now()
        WHERE org_id = $1::uuid AND external_id < '4'`,
      "UPDATE left_behind_items SET last_seen_at = now() WHERE org_id = $1::uuid",
      "DELETE FROM left_behind_items WHERE org_id = $1::uuid AND external_id IN ('2', '8')"
    ]
  },
  {
    table: "residual_access_findings",
    counts: "residual_access_counts",
    by: { service_name: "service_name", open: "resolved_at IS NULL" },
    changes: [
      `INSERT INTO residual_access_findings (org_id, id, offboarding_id, service_name, found_at, last_seen_at)
        SELECT o.org_id, ${anId}, o.id, 'app' || n, now(), now()
        FROM offboardings o, generate_series(1, 9) AS n WHERE o.org_id = $1::uuid`,
      `UPDATE residual_access_findings SET resolution = 'gone', resolved_at = now()
        WHERE org_id = $1::uuid AND service_name < 'app4'`,
      "UPDATE residual_access_findings SET last_seen_at = now() WHERE org_id = $1::uuid",
      "DELETE FROM residual_access_findings WHERE org_id = $1::uuid AND service_name IN ('app2', 'app8')"
    ]
  }
]

const columnsOf = ({ by }: Kept) => Object.keys(by).join(", ")

const counted = (kept: Kept, orgId: OrgId) =>
  asSystem((sql) =>
    sql.unsafe<{ readonly count: number }>(
      `SELECT ${columnsOf(kept)}, count(*)::int AS count FROM (
        SELECT ${Object.entries(kept.by)
          .map(([column, of]) => `${of} AS ${column}`)
          .join(", ")}
        FROM ${kept.table} WHERE org_id = $1::uuid) each
      GROUP BY ${columnsOf(kept)} ORDER BY ${columnsOf(kept)}`,
      [orgId]
    )
  )

const keptOf = (kept: Kept, orgId: OrgId) =>
  asSystem((sql) =>
    sql.unsafe<{ readonly count: number }>(
      `SELECT ${columnsOf(kept)}, count::int AS count FROM ${kept.counts}
      WHERE org_id = $1::uuid AND count <> 0 ORDER BY ${columnsOf(kept)}`,
      [orgId]
    )
  )

layer(TestApp)("the kept totals of lists", (it) => {
  it.effect.each(totals)(
    "$counts are those of $table after every write, by hand and with what they belong to",
    function* (kept) {
      const admin = yield* aSuperAdmin()
      yield* aMember(admin.orgId, "hr")
      const neighbour = yield* aSuperAdmin()
      for (const who of [admin, neighbour]) yield* aCase(who)
      const [first = ""] = kept.changes
      yield* asSystem((sql) => sql.unsafe(first, [neighbour.orgId]))
      for (const change of kept.changes) {
        yield* asSystem((sql) => sql.unsafe(change, [admin.orgId]))
        const rows = yield* counted(kept, admin.orgId)
        assert.deepStrictEqual(structuredClone(yield* keptOf(kept, admin.orgId)), structuredClone(rows), change)
        assert.isNotEmpty(rows, change)
      }
      assert.deepStrictEqual(
        structuredClone(yield* keptOf(kept, neighbour.orgId)),
        structuredClone(yield* counted(kept, neighbour.orgId))
      )
    }
  )
})
