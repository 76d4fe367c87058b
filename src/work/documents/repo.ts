import { ComplianceDocument, DocumentStatus } from "@svc/contract/documents/schema"
import type { RecordScope } from "@svc/contract/kernel/access"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { DocumentId, DocumentTemplateId, OffboardingId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { ESignatureProvider, ESignatureStatus } from "@svc/contract/esignature/schema"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { Transaction } from "#platform/database/db"
import { all, Instant, maybe, one, perform, run } from "#platform/database/statements"
import { CaseFacts, caseReads } from "#records/case-facts"

const Row = Schema.Struct({
  ...ComplianceDocument.fields,
  signed_at: Schema.NullOr(Instant),
  created_at: Instant,
  file_is_stored: Schema.Boolean,
  content_type: Schema.NullOr(Schema.String),
  sha256: Schema.NullOr(Schema.String),
  signature_verified_at: Schema.NullOr(Instant),
  signature_provider: Schema.NullOr(ESignatureProvider),
  signed_file_key: Schema.NullOr(Schema.String),
  signed_file_sha256: Schema.NullOr(Schema.String),
  certificate_file_key: Schema.NullOr(Schema.String),
  certificate_file_sha256: Schema.NullOr(Schema.String)
})
export type DocumentRow = typeof Row.Type

const NewRow = Schema.Struct({
  org_id: OrgId,
  id: DocumentId,
  offboarding_id: OffboardingId,
  name: Schema.String,
  doc_type: Schema.String,
  status: DocumentStatus,
  file_url: Schema.NullOr(Schema.String),
  file_is_stored: Schema.Boolean,
  content_type: Schema.NullOr(Schema.String),
  byte_size: Schema.NullOr(Schema.Int),
  sha256: Schema.NullOr(Schema.String),
  template_id: Schema.NullOr(DocumentTemplateId),
  created_by: Schema.NullOr(UserId),
  created_at: Instant,
  updated_at: Instant
})
type NewDocument = typeof NewRow.Type

const Changes = Schema.Struct({
  orgId: OrgId,
  id: DocumentId,
  status: DocumentStatus,
  signed_by: Schema.NullOr(Schema.String),
  signed_at: Schema.NullOr(Instant),
  signature_reference: Schema.NullOr(Schema.String),
  expires_on: Schema.NullOr(CalendarDate),
  at: Instant
})
const Attached = Schema.Struct({
  orgId: OrgId,
  id: DocumentId,
  file_url: Schema.String,
  content_type: Schema.String,
  byte_size: Schema.Int,
  sha256: Schema.String,
  at: Instant
})

const Signature = Schema.Struct({
  orgId: OrgId,
  id: DocumentId,
  status: DocumentStatus,
  signed_by: Schema.NullOr(Schema.String),
  signed_at: Schema.NullOr(Instant),
  signature_reference: Schema.NullOr(Schema.String),
  signature_provider: ESignatureProvider,
  signed_file_key: Schema.String,
  signed_file_sha256: Schema.String,
  certificate_file_key: Schema.NullOr(Schema.String),
  certificate_file_sha256: Schema.NullOr(Schema.String),
  at: Instant
})
const CaseKey = Schema.Struct({ orgId: OrgId, offboardingId: OffboardingId })
type CaseKey = typeof CaseKey.Type
const Key = Schema.Struct({ orgId: OrgId, id: DocumentId })
type Key = typeof Key.Type

/** Documents of cases. Changes lock the case first (`Checklists`). */
export class DocumentsRepo extends Context.Service<DocumentsRepo>()("svc/documents/DocumentsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const { caseOf, lockCase } = caseReads(sql, CaseFacts)
    const columns = columnsOf(Row, "d", {
      esignature_status: sql`coalesce(d.esignature_status, 'not_requested')`
    })

    const documents = (which: Statement.Fragment) => sql`SELECT ${columns} FROM compliance_documents d WHERE ${which}`

    const find = maybe({
      Request: Key,
      Result: Row,
      execute: ({ id, orgId }) => documents(sql`d.org_id = ${orgId} AND d.id = ${id}`)
    })

    const list = all({
      Request: Schema.Struct({ ...CaseKey.fields, limit: Schema.Int, offset: Schema.Int }),
      Result: Row,
      execute: ({ limit, offboardingId, offset, orgId }) =>
        documents(sql`d.org_id = ${orgId} AND d.offboarding_id = ${offboardingId}
          ORDER BY d.created_at, d.id LIMIT ${limit} OFFSET ${offset}`)
    })

    const count = one({
      Request: CaseKey,
      Result: Schema.Struct({ count: Schema.Int }),
      execute: ({ offboardingId, orgId }) => sql`
        SELECT count(*)::int AS count FROM compliance_documents
        WHERE org_id = ${orgId} AND offboarding_id = ${offboardingId}`
    })

    // A sum of bigints is numeric; as a float it is exact up to 8 PiB.
    const storedBytes = one({
      Request: OrgId,
      Result: Schema.Struct({ bytes: Schema.Int }),
      execute: (orgId) => sql`
        SELECT coalesce(sum(byte_size), 0)::float8 AS bytes FROM compliance_documents
        WHERE org_id = ${orgId} AND file_is_stored`
    })

    const findByFile = maybe({
      Request: Schema.Struct({ orgId: OrgId, file: Schema.String }),
      Result: Row,
      execute: ({ file, orgId }) =>
        documents(sql`d.org_id = ${orgId} AND (
          d.file_url = ${file} AND d.file_is_stored OR d.signed_file_key = ${file} OR d.certificate_file_key = ${file})
          LIMIT 1`)
    })

    const attach = run({
      Request: Attached,
      execute: ({ at, id, orgId, ...file }) => sql`
        UPDATE compliance_documents SET ${sql.update(file)}, file_is_stored = true, updated_at = ${at}
        WHERE org_id = ${orgId} AND id = ${id}`
    })

    const update = run({
      Request: Changes,
      execute: ({ at, expires_on, id, orgId, signature_reference, signed_at, signed_by, status }) => sql`
        UPDATE compliance_documents SET status = ${status}, signed_by = ${signed_by}, signed_at = ${signed_at},
          signature_reference = ${signature_reference}, expires_on = ${expires_on}, updated_at = ${at}
        WHERE org_id = ${orgId} AND id = ${id}`
    })

    const setSignatureStatus = run({
      Request: Schema.Struct({ ...Key.fields, status: ESignatureStatus, at: Instant }),
      execute: ({ at, id, orgId, status }) => sql`
        UPDATE compliance_documents SET esignature_status = ${status}, updated_at = ${at}
        WHERE org_id = ${orgId} AND id = ${id}`
    })

    const saveSignature = run({
      Request: Signature,
      execute: ({ at, id, orgId, ...signature }) => sql`
        UPDATE compliance_documents SET ${sql.update(signature)}, esignature_status = 'signed',
          signature_verified_at = ${at}, updated_at = ${at}
        WHERE org_id = ${orgId} AND id = ${id}`
    })

    const encode = Schema.encodeEffect(NewRow)

    return {
      findCase: caseOf,
      lockCase: (key: CaseKey, records: RecordScope) => lockCase(key, records, "NO KEY UPDATE"),
      lockCaseOf: ({ id, orgId }: Key, records: RecordScope) =>
        lockCase(
          {
            orgId,
            offboardingId: sql`(SELECT d.offboarding_id FROM compliance_documents d WHERE d.org_id = ${orgId} AND d.id = ${id})`
          },
          records,
          "NO KEY UPDATE"
        ),
      /** Read it while its case is locked, so that no one changes it. */
      find,
      /** Oldest first. */
      list,
      count: (key: CaseKey) => Effect.map(count(key), ({ count }) => count),
      /** Of a stored file's key. */
      findByFile,
      /** Serializes additions of files to the organization until the transaction ends. */
      lockStorage: (orgId: OrgId) =>
        perform(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`documents:${orgId}`}, 0))`),
      /** Bytes of all files of the organization's documents. */
      storedBytes: (orgId: OrgId) => Effect.map(storedBytes(orgId), ({ bytes }) => bytes),
      insert: (row: NewDocument) =>
        Transaction.use(({ send }) =>
          Effect.flatMap(Effect.orDie(encode(row)), (encoded) =>
            send(sql`INSERT INTO compliance_documents ${sql.insert(encoded)}`)
          )
        ),
      /** It has this file from now on. */
      attach,
      update,
      /** How its signature at a provider stands. */
      setSignatureStatus,
      /** A provider verified the signature, which is final then. */
      saveSignature,
      remove: ({ id, orgId }: Key) =>
        perform(sql`DELETE FROM compliance_documents WHERE org_id = ${orgId} AND id = ${id}`)
    }
  })
}) {
  static readonly layer = Layer.effect(DocumentsRepo, DocumentsRepo.make)
}
