import { notOfHeldCase, type PersonalCopies } from "#records/personal-copies"

/** What is still with the provider is ended there: its signer is no longer known. */
export const esignatureCopies: PersonalCopies = {
  keeps: { esignature_requests: ["signer_name", "signer_email", "signer_phone_mask"] },
  erase: (sql, person) => [
    sql`
      UPDATE esignature_requests SET signer_name = '[erased]', signer_email = '[erased]', signer_phone_mask = NULL,
        cancel_requested_at = CASE WHEN finished_at IS NULL THEN coalesce(cancel_requested_at, ${person.now}) END,
        next_attempt_at = CASE WHEN finished_at IS NULL THEN ${person.now}::timestamptz END
      WHERE org_id = ${person.orgId} AND offboarding_id = ANY(${person.offboardingIds}::uuid[])`,
    sql`
      UPDATE esignature_requests SET signer_name = '[erased]', signer_email = '[erased]', signer_phone_mask = NULL
      WHERE org_id = ${person.orgId} AND lower(signer_email) = ANY(${person.addresses}::text[])
        AND finished_at IS NOT NULL AND ${notOfHeldCase(sql, person, "esignature_requests.offboarding_id")}`
  ]
}
