import type { ComplianceDocument } from "@svc/contract/documents/schema"
import { type AuditText, auditText, personal } from "#audit/record/text"
import type { CaseFacts } from "#access/case-facts"
import type { DocumentRow } from "./repo.ts"

/** The document as routes answer it. */
export const shown = ({
  file_is_stored: _stored,
  sha256: _hash,
  signature_verified_at: _verified,
  ...document
}: DocumentRow): ComplianceDocument => document

/** What an entry about a document says: its name may be the person's. */
export const documentTarget = (name: string, offboarding: CaseFacts): AuditText =>
  auditText`Document ${personal(offboarding.person_key_id, name)} of ${personal(offboarding.person_key_id, offboarding.employee_name)}`
