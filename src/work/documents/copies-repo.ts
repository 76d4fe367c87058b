import { notOfHeldCase, type PersonalCopies, signedBy } from "#records/personal-copies"

/** What was kept as proof names the person, and so does its file, which goes with its key. */
export const documentCopies: PersonalCopies = {
  keeps: { compliance_documents: ["name", "file_url", "signed_by", "signature_reference"] },
  erase: (sql, person) => [
    sql`
      UPDATE compliance_documents SET name = '[erased]', file_url = NULL, file_is_stored = false, sha256 = NULL,
        signed_file_key = NULL, signed_file_sha256 = NULL, certificate_file_key = NULL, certificate_file_sha256 = NULL,
        signed_by = CASE WHEN signed_by IS NOT NULL THEN '[erased]' END, signature_reference = NULL,
        updated_at = ${person.now}
      WHERE org_id = ${person.orgId} AND offboarding_id = ANY(${person.offboardingIds}::uuid[])`,
    sql`
      UPDATE compliance_documents SET signed_by = '[erased]', updated_at = ${person.now}
      WHERE org_id = ${person.orgId} AND ${signedBy(sql, "signed_by")} = ANY(${person.addresses}::text[])
        AND ${notOfHeldCase(sql, person, "compliance_documents.offboarding_id")}`
  ]
}
