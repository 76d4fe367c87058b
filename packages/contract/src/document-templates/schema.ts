import { Schema } from "effect"
import { UploadedDocument } from "../documents/schema.ts"
import { Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { DocumentTemplateId, OffboardingId } from "../kernel/ids.ts"
import { RequiredText } from "../kernel/text.ts"

/** What a template may have filled in, each as `{{field}}`. */
export const mergeFields = [
  "employee_name",
  "employee_email",
  "employee_role",
  "employee_department",
  "manager_email",
  "exit_date",
  "separation_type",
  "jurisdiction",
  "organisation_name",
  "today"
] as const
export type MergeField = (typeof mergeFields)[number]

export const DocumentTemplate = Schema.Struct({
  id: DocumentTemplateId,
  name: Schema.String,
  doc_type: Schema.String,
  /** HTML with merge fields. */
  body: Schema.String,
  created_at: Timestamp,
  updated_at: Timestamp
})
export type DocumentTemplate = typeof DocumentTemplate.Type

/** Of every list, so that an editor knows what may be filled in. */
export const DocumentTemplates = Schema.Struct({
  rows: Schema.Array(DocumentTemplate),
  total: Schema.Int,
  limit: Schema.Int,
  offset: Schema.Int,
  merge_fields: Schema.Array(Schema.String)
})

const fields = {
  name: RequiredText(200),
  doc_type: described(RequiredText(100), "Type of the generated documents; default: `Other`"),
  body: described(RequiredText(200_000), `HTML with merge fields: ${mergeFields.map((it) => `{{${it}}}`).join(", ")}`)
}

export const CreateDocumentTemplate = Schema.Struct({ ...fields, doc_type: Schema.optionalKey(fields.doc_type) })
export type CreateDocumentTemplate = typeof CreateDocumentTemplate.Type

export const UpdateDocumentTemplate = Schema.Struct({
  name: Schema.optionalKey(fields.name),
  doc_type: Schema.optionalKey(fields.doc_type),
  body: Schema.optionalKey(fields.body)
})
export type UpdateDocumentTemplate = typeof UpdateDocumentTemplate.Type

export const GenerateDocument = Schema.Struct({ offboardingId: OffboardingId })

/** The document, and a link to its file that works without signing in for 15 minutes. */
export const GeneratedDocument = Schema.Struct({ ...UploadedDocument.fields, signed_url: Schema.String })
export type GeneratedDocument = typeof GeneratedDocument.Type
