import type { ComplianceDocument, ListedDocument } from "@svc/contract/documents/schema"
import { type AuditText, auditText, personal } from "#audit/record/text"
import type { CaseFacts } from "#records/case-facts"
import type { DocumentRow } from "./repo.ts"

/** The document as a list shows it. */
export const listed = (row: DocumentRow): ListedDocument => ({
  ...shown(row),
  signed_file_url: row.signed_file_key,
  certificate_file_url: row.certificate_file_key
})

/** The document as routes answer it. */
export const shown = ({
  certificate_file_key: _certificate,
  certificate_file_sha256: _certificateHash,
  content_type: _type,
  file_is_stored: _stored,
  sha256: _hash,
  signature_provider: _provider,
  signature_verified_at: _verified,
  signed_file_key: _signed,
  signed_file_sha256: _signedHash,
  ...document
}: DocumentRow): ComplianceDocument => document

/** What an entry about a document says: its name may be the person's. */
export const documentTarget = (name: string, offboarding: CaseFacts): AuditText =>
  auditText`Document ${personal(offboarding.person_key_id, name)} of ${personal(offboarding.person_key_id, offboarding.employee_name)}`
