import { ChecklistTemplate, TemplateItem } from "@svc/contract/checklist-templates/schema"
import { ChecklistTemplateId, OrgId } from "@svc/contract/kernel/ids"
import type { OffsetParams } from "@svc/contract/kernel/paging"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { Transaction } from "#platform/database/db"
import { organisationLanguage, WrittenLanguage } from "#records/organisation-language"
import { all, Instant, maybe, one, send } from "#platform/database/statements"

const { items: _json, ...fields } = ChecklistTemplate.fields
const Row = Schema.Struct({ ...fields, items: Schema.Array(TemplateItem), created_at: Instant, updated_at: Instant })
type TemplateRow = typeof Row.Type

const Stored = Schema.Struct({
  ...Row.fields,
  role_folded: Schema.NullOr(Schema.String),
  items: Schema.fromJsonString(Schema.Array(TemplateItem))
})

const Key = Schema.Struct({ orgId: OrgId, id: ChecklistTemplateId })
type Key = typeof Key.Type

/** An organization's checklist templates. `offboardings/creation-repo.ts` reads which one applies to a new case. */
export class ChecklistTemplatesRepo extends Context.Service<ChecklistTemplatesRepo>()(
  "svc/checklist-templates/ChecklistTemplatesRepo",
  {
    make: Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = columnsOf(Row, "")

      const rows = all({
        Request: Schema.Struct({ orgId: OrgId, limit: Schema.Int, offset: Schema.Int }),
        Result: Row,
        execute: ({ limit, offset, orgId }) => sql`
        SELECT ${columns} FROM checklist_templates WHERE org_id = ${orgId}
        ORDER BY lower(name), name, id LIMIT ${limit} OFFSET ${offset}`
      })

      const count = one({
        Request: OrgId,
        Result: Schema.Struct({ total: Schema.Int }),
        execute: (orgId) => sql`SELECT count(*)::int AS total FROM checklist_templates WHERE org_id = ${orgId}`
      })

      const find = maybe({
        Request: Schema.Struct({ ...Key.fields, lock: Schema.Boolean }),
        Result: Row,
        execute: ({ id, lock, orgId }) => sql`
        SELECT ${columns} FROM checklist_templates
        WHERE org_id = ${orgId} AND id = ${id} ${sql.literal(lock ? "FOR UPDATE" : "")}`
      })

      const language = one({
        Request: OrgId,
        Result: Schema.Struct({ language: WrittenLanguage }),
        execute: (orgId) => sql`
        SELECT coalesce(${organisationLanguage(sql, "o.id")}, 'en') AS language FROM organisations o WHERE o.id = ${orgId}`
      })

      const encode = Schema.encodeEffect(Stored)

      return {
        /** By name. */
        page: (orgId: OrgId, { limit, offset }: OffsetParams) =>
          Effect.zipWith(rows({ orgId, limit, offset }), count(orgId), (rows, { total }) => ({ rows, total })),
        /** The language that default tasks are written in. */
        language: (orgId: OrgId) => Effect.map(language(orgId), (row) => row.language),
        find: (key: Key) => find({ ...key, lock: false }),
        /** Changes of one template follow each other. */
        lock: (key: Key) => find({ ...key, lock: true }),
        insert: (template: TemplateRow, role_folded: string | null) =>
          Transaction.use(({ send }) =>
            Effect.flatMap(Effect.orDie(encode({ ...template, role_folded })), (row) =>
              send(sql`INSERT INTO checklist_templates ${sql.insert(row)}`)
            )
          ),
        update: (template: TemplateRow, role_folded: string | null) =>
          Transaction.use(({ send }) =>
            Effect.flatMap(Effect.orDie(encode({ ...template, role_folded })), (row) =>
              send(sql`
              UPDATE checklist_templates SET ${sql.update(row, ["org_id", "id", "created_at"])}
              WHERE org_id = ${template.org_id} AND id = ${template.id}`)
            )
          ),
        remove: ({ id, orgId }: Key) =>
          send(sql`DELETE FROM checklist_templates WHERE org_id = ${orgId} AND id = ${id}`)
      }
    })
  }
) {
  static readonly layer = Layer.effect(ChecklistTemplatesRepo, ChecklistTemplatesRepo.make)
}
