import { DocumentTemplate } from "@svc/contract/document-templates/schema"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { DocumentTemplateId, OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { Transaction } from "#platform/database/db"
import { all, Instant, maybe, one, perform, run } from "#platform/database/statements"

const Row = Schema.Struct({ ...DocumentTemplate.fields, created_at: Instant, updated_at: Instant })
const NewRow = Schema.Struct({ ...Row.fields, org_id: OrgId })
type NewTemplate = typeof NewRow.Type

/** What a template is filled in from, and by whom the case is seen. */
const Source = Schema.Struct({
  employee_name: Schema.String,
  employee_email: Schema.NullOr(Schema.String),
  employee_role: Schema.String,
  employee_department: Schema.String,
  manager_email: Schema.NullOr(Schema.String),
  exit_date: CalendarDate,
  separation_type: Schema.String,
  jurisdiction: Schema.NullOr(Schema.String),
  organisation_name: Schema.String,
  timezone: Schema.String
})
export type MergeSource = typeof Source.Type

const Key = Schema.Struct({ orgId: OrgId, id: DocumentTemplateId })
type Key = typeof Key.Type

/** Templates. The unique index `document_templates_name` refuses a name twice, compared without case. */
export class DocumentTemplatesRepo extends Context.Service<DocumentTemplatesRepo>()(
  "svc/document-templates/DocumentTemplatesRepo",
  {
    make: Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = columnsOf(Row, "")

      const list = all({
        Request: Schema.Struct({ orgId: OrgId, limit: Schema.Int, offset: Schema.Int }),
        Result: Row,
        execute: ({ limit, offset, orgId }) => sql`
        SELECT ${columns} FROM document_templates WHERE org_id = ${orgId}
        ORDER BY lower(name COLLATE "und-x-icu"), id LIMIT ${limit} OFFSET ${offset}`
      })
      const count = one({
        Request: OrgId,
        Result: Schema.Struct({ count: Schema.Int }),
        execute: (orgId) => sql`SELECT count(*)::int AS count FROM document_templates WHERE org_id = ${orgId}`
      })
      const findWith = (lock: "" | "FOR KEY SHARE" | "FOR UPDATE") =>
        SqlSchema.findOneOption({
          Request: Key,
          Result: Row,
          execute: ({ id, orgId }) => sql`
          SELECT ${columns} FROM document_templates WHERE org_id = ${orgId} AND id = ${id}
          ${sql.literal(lock)}`
        })
      const find = findWith("")
      const lockShared = findWith("FOR KEY SHARE")
      const lock = findWith("FOR UPDATE")
      const isUsed = one({
        Request: Key,
        Result: Schema.Struct({ used: Schema.Boolean }),
        execute: ({ id, orgId }) => sql`
        SELECT EXISTS (SELECT FROM compliance_documents WHERE org_id = ${orgId} AND template_id = ${id}) AS used`
      })
      const mergeSource = maybe({
        Request: Schema.Struct({ orgId: OrgId, offboardingId: OffboardingId }),
        Result: Source,
        execute: ({ offboardingId, orgId }) => sql`
        SELECT o.employee_name, o.employee_email, o.employee_role, o.employee_department, o.manager_email, o.exit_date,
          o.separation_type, o.jurisdiction, g.name AS organisation_name, coalesce(o.timezone, g.timezone) AS timezone
        FROM offboardings o JOIN organisations g ON g.id = o.org_id
        WHERE o.org_id = ${orgId} AND o.id = ${offboardingId}`
      })
      const encode = Schema.encodeEffect(NewRow)
      const update = run({
        Request: NewRow,
        execute: ({ body, doc_type, id, name, org_id, updated_at }) => sql`
        UPDATE document_templates SET name = ${name}, doc_type = ${doc_type}, body = ${body}, updated_at = ${updated_at}
        WHERE org_id = ${org_id} AND id = ${id}`
      })

      return {
        /** By name. */
        list,
        count: (orgId: OrgId) => Effect.map(count(orgId), ({ count }) => count),
        find: (key: Key) => Transaction.use(() => Effect.orDie(find(key))),
        /** No one deletes it until the transaction ends. */
        lockShared: (key: Key) => Transaction.use(() => Effect.orDie(lockShared(key))),
        lock: (key: Key) => Transaction.use(() => Effect.orDie(lock(key))),
        /** Whether a document was generated from it. */
        isUsed: (key: Key) => Effect.map(isUsed(key), ({ used }) => used),
        insert: (row: NewTemplate) =>
          Transaction.use(() =>
            Effect.orDie(
              Effect.flatMap(encode(row), (encoded) => sql`INSERT INTO document_templates ${sql.insert(encoded)}`)
            )
          ).pipe(Effect.asVoid),
        update,
        remove: ({ id, orgId }: Key) =>
          perform(sql`DELETE FROM document_templates WHERE org_id = ${orgId} AND id = ${id}`),
        mergeSource: (orgId: OrgId, offboardingId: OffboardingId) => mergeSource({ orgId, offboardingId })
      }
    })
  }
) {
  static readonly layer = Layer.effect(DocumentTemplatesRepo, DocumentTemplatesRepo.make)
}
