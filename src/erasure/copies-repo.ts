import type { EmployeeId, OffboardingId, OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { Transaction } from "#platform/database/db"
import { frozen } from "#records/legal-hold"
import { signedBy } from "./signed-by-repo.ts"

interface Traces {
  readonly orgId: OrgId
  readonly employeeId: EmployeeId
  readonly offboardingIds: ReadonlyArray<OffboardingId>
  /** The person's. */
  readonly personKeyIds: ReadonlyArray<PersonKeyId>
  /** In lower case. */
  readonly addresses: ReadonlyArray<string>
  /** What stands in the address column of the record from now on. */
  readonly meaninglessAddress: string
  readonly at: DateTime.Utc
}

/** Wherever the name or an address of a person was copied to: emptied in the transaction that destroys their keys. */
export class CopiesRepo extends Context.Service<CopiesRepo>()("svc/erasure/CopiesRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    /** Of a case under legal hold nothing changes, whose address stands there; the person's own cases are none by now. */
    const notOfHeldCase = (
      { at, offboardingIds, orgId }: Pick<Traces, "at" | "offboardingIds" | "orgId">,
      id: string
    ) => sql`
      NOT EXISTS (
        SELECT FROM offboardings h
        WHERE h.org_id = ${orgId} AND h.id = ${sql.literal(id)} AND h.id <> ALL(${offboardingIds}::uuid[])
          AND ${frozen(sql, DateTime.toDateUtc(at), "h")})`

    const notAMember = (address: Statement.Fragment) => sql`NOT EXISTS (
      SELECT FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.org_id = t.org_id AND lower(u.email) = ${address})`

    const records = ({ addresses, at, employeeId, meaninglessAddress, offboardingIds, orgId }: Traces) => {
      const now = DateTime.toDateUtc(at)
      const notHeld = (of: string) => notOfHeldCase({ at, offboardingIds, orgId }, of)
      // Whoever is still a member keeps the reports by which their scope is told.
      const notOfMember = sql`NOT EXISTS (
        SELECT FROM memberships m JOIN users u ON u.id = m.user_id
        WHERE m.org_id = t.org_id AND lower(u.email) = t.lower_manager_email)`
      return [
        sql`
          UPDATE org_employees SET full_name = '[erased]', email = ${meaninglessAddress}, status = 'inactive',
            employee_id = NULL, source_control_username = NULL, phone = NULL, contract_end_date = NULL, updated_at = ${now}
          WHERE org_id = ${orgId} AND id = ${employeeId}`,
        sql`
          UPDATE offboardings SET employee_name = '[erased]', employee_email = NULL, employee_personal_email = NULL,
            updated_at = ${now}
          WHERE org_id = ${orgId} AND id = ANY(${offboardingIds}::uuid[])`,
        // What was kept as proof names them, and so does its file, which goes with its key.
        sql`
          UPDATE compliance_documents SET name = '[erased]', file_url = NULL, file_is_stored = false, sha256 = NULL,
            signed_file_key = NULL, signed_file_sha256 = NULL, certificate_file_key = NULL, certificate_file_sha256 = NULL,
            signed_by = CASE WHEN signed_by IS NOT NULL THEN '[erased]' END, signature_reference = NULL, updated_at = ${now}
          WHERE org_id = ${orgId} AND offboarding_id = ANY(${offboardingIds}::uuid[])`,
        sql`
          UPDATE compliance_documents SET signed_by = '[erased]', updated_at = ${now}
          WHERE org_id = ${orgId} AND ${signedBy(sql, "signed_by")} = ANY(${addresses}::text[])
            AND ${notHeld("compliance_documents.offboarding_id")}`,
        // What is still with the provider is ended there: its signer is nobody any more.
        sql`
          UPDATE esignature_requests SET signer_name = '[erased]', signer_email = '[erased]', signer_phone_mask = NULL,
            cancel_requested_at = CASE WHEN finished_at IS NULL THEN coalesce(cancel_requested_at, ${now}) END,
            next_attempt_at = CASE WHEN finished_at IS NULL THEN ${now}::timestamptz END
          WHERE org_id = ${orgId} AND offboarding_id = ANY(${offboardingIds}::uuid[])`,
        sql`
          UPDATE esignature_requests SET signer_name = '[erased]', signer_email = '[erased]', signer_phone_mask = NULL
          WHERE org_id = ${orgId} AND lower(signer_email) = ANY(${addresses}::text[]) AND finished_at IS NOT NULL
            AND ${notHeld("esignature_requests.offboarding_id")}`,
        // What the person made may be called by their name or address; what became of it stays.
        sql`
          UPDATE left_behind_items SET label = '[erased]', external_id = id::text, privileges = '{}', message = NULL,
            stops_the_cut = CASE WHEN stops_the_cut IS NOT NULL THEN '[erased]' END, sealed_reason = NULL,
            sealed_go_reason = CASE WHEN go_at IS NOT NULL THEN '[erased]' END, trying_by = NULL, trying_until = NULL
          WHERE org_id = ${orgId} AND offboarding_id = ANY(${offboardingIds}::uuid[])`,
        // The names of accounts and groups may be theirs; how many went, and what was given back, stays.
        sql`
          UPDATE entitlements SET label = '[erased]', external_id = id::text, terms = '{}',
            by_hand = CASE WHEN by_hand IS NOT NULL THEN '[erased]' END
          WHERE org_id = ${orgId} AND offboarding_id = ANY(${offboardingIds}::uuid[]) AND kind <> 'licence'`,
        sql`
          UPDATE entitlements SET terms = '{}'
          WHERE org_id = ${orgId} AND offboarding_id = ANY(${offboardingIds}::uuid[]) AND kind = 'licence'`,
        sql`
          UPDATE access_return_lines l SET message = NULL FROM access_returns r
          WHERE r.org_id = ${orgId} AND r.offboarding_id = ANY(${offboardingIds}::uuid[])
            AND l.org_id = r.org_id AND l.return_id = r.id`,
        sql`
          UPDATE left_behind_items t SET new_owner_email = NULL, new_owner_name = NULL
          WHERE t.org_id = ${orgId} AND lower(t.new_owner_email) = ANY(${addresses}::text[])
            AND ${notHeld("t.offboarding_id")}`,
        sql`DELETE FROM left_behind_successors t
          WHERE t.org_id = ${orgId} AND lower(t.email) = ANY(${addresses}::text[]) AND ${notAMember(sql`lower(t.email)`)}`,
        sql`
          UPDATE offboardings t SET manager_email = NULL, updated_at = ${now}
          WHERE t.org_id = ${orgId} AND t.lower_manager_email = ANY(${addresses}::text[]) AND ${notOfMember}
            AND ${notHeld("t.id")}`,
        sql`
          UPDATE org_employees t SET manager_email = NULL, updated_at = ${now}
          WHERE t.org_id = ${orgId} AND t.lower_manager_email = ANY(${addresses}::text[]) AND ${notOfMember}`
      ]
    }

    // That they left stays counted, and when.
    const leavings = ({ employeeId, orgId, personKeyIds }: Traces) => sql`
      UPDATE hris_leavings SET sealed_name = NULL, sealed_email = NULL, employee_id = NULL
      WHERE org_id = ${orgId} AND (employee_id = ${employeeId} OR person_key_id = ANY(${personKeyIds}::uuid[]))`

    /** Titles and bodies name the person. */
    const unnamed = sql`title = 'About an erased person', body = 'The person of this notification was erased.'`

    // What still waits would become nobody's offboarding; what was decided stays, and names nobody.
    const initiations = ({ addresses, at, offboardingIds, orgId }: Traces) => {
      const theirs = sql`i.org_id = ${orgId}
        AND (i.lower_employee_email = ANY(${addresses}::text[]) OR i.offboarding_id = ANY(${offboardingIds}::uuid[]))
        AND ${notOfHeldCase({ at, offboardingIds, orgId }, "i.offboarding_id")}`
      return [
        sql`
          UPDATE notifications n SET ${unnamed} FROM offboarding_initiations i
          WHERE n.org_id = ${orgId} AND n.data ->> 'initiationId' = i.id::text AND ${theirs}`,
        sql`DELETE FROM offboarding_initiations i WHERE ${theirs} AND i.status = 'pending'`,
        sql`
          DELETE FROM initiation_proposals p USING offboarding_initiations i
          WHERE p.org_id = ${orgId} AND i.org_id = p.org_id AND i.id = p.initiation_id AND ${theirs}`,
        sql`
          UPDATE initiation_steps s SET sealed_notes = NULL, sealed_delegation_notes = NULL
          FROM offboarding_initiations i
          WHERE s.org_id = ${orgId} AND i.org_id = s.org_id AND i.id = s.initiation_id AND ${theirs}`,
        sql`
          UPDATE offboarding_initiations i SET employee_name = '[erased]', employee_email = NULL, sealed_notes = NULL,
            updated_at = ${DateTime.toDateUtc(at)}
          WHERE ${theirs}`
      ]
    }

    const messages = ({ addresses, employeeId, offboardingIds, orgId }: Traces) => [
      sql`
        UPDATE outbox_events SET event = jsonb_set(event, '{employeeName}', '"[erased]"')
        WHERE org_id = ${orgId} AND event ->> 'offboardingId' = ANY(${offboardingIds}::text[]) AND event ? 'employeeName'`,
      sql`
        UPDATE outbox_events SET event = jsonb_set(event, '{documentName}', '"[erased]"')
        WHERE org_id = ${orgId} AND event ->> 'offboardingId' = ANY(${offboardingIds}::text[]) AND event ? 'documentName'`,
      sql`
        UPDATE notifications SET ${unnamed}
        WHERE org_id = ${orgId} AND data ->> 'offboardingId' = ANY(${offboardingIds}::text[])`,
      // Notifications that name several persons.
      sql`
        UPDATE notifications SET ${unnamed}
        WHERE org_id = ${orgId} AND type = 'offboarding.stage_changed'
          AND string_to_array(data ->> 'offboardingIds', ',') && ${offboardingIds}::text[]`,
      sql`
        UPDATE notifications SET body = 'A person named here was erased.'
        WHERE org_id = ${orgId} AND type = 'member.became_superadmin'
          AND EXISTS (SELECT FROM unnest(${addresses}::text[]) AS a WHERE strpos(lower(body), a) > 0)`,
      // The title names nobody, so it stands for the sentence that does.
      sql`
        UPDATE webhook_deliveries SET content = json_build_object(
          'type', content -> 'type', 'title', content -> 'title', 'body', content -> 'title',
          'data', jsonb_set((content -> 'data')::jsonb, '{employeeName}', '"[erased]"'))
        WHERE org_id = ${orgId} AND content -> 'data' ->> 'offboardingId' = ANY(${offboardingIds}::text[])
          AND content -> 'data' ->> 'employeeName' IS NOT NULL`,
      sql`
        UPDATE webhook_deliveries SET content = json_build_object(
          'type', content -> 'type', 'title', content -> 'title', 'body', content -> 'title',
          'data', jsonb_set((content -> 'data')::jsonb, '{documentName}', '"[erased]"'))
        WHERE org_id = ${orgId} AND content -> 'data' ->> 'offboardingId' = ANY(${offboardingIds}::text[])
          AND content -> 'data' ->> 'documentName' IS NOT NULL`,
      sql`
        DELETE FROM mail_outbox t
        WHERE t.org_id = ${orgId} AND lower(t.recipient) = ANY(${addresses}::text[]) AND NOT EXISTS (
          SELECT FROM memberships m JOIN users u ON u.id = m.user_id
          WHERE m.org_id = t.org_id AND lower(u.email) = lower(t.recipient))`,
      // What waits to be sent may tell of them; it is made anew. Who is no member gets none any more.
      sql`DELETE FROM scheduled_report_copies WHERE org_id = ${orgId} AND status <> 'sent' AND for_user`,
      sql`
        DELETE FROM scheduled_report_copies t
        WHERE t.org_id = ${orgId} AND t.lower_recipient = ANY(${addresses}::text[])
          AND ${notAMember(sql`t.lower_recipient`)}`,
      ...["scheduled_reports", "distribution_lists"].map(
        (table) => sql`
          UPDATE ${sql(table)} t SET recipients = ARRAY(
            SELECT a FROM unnest(t.recipients) WITH ORDINALITY AS r (a, place)
            WHERE lower(a) <> ALL(${addresses}::text[]) OR NOT ${notAMember(sql`lower(a)`)} ORDER BY place)
          WHERE t.org_id = ${orgId}
            AND EXISTS (SELECT FROM unnest(t.recipients) AS a WHERE lower(a) = ANY(${addresses}::text[]))`
      ),
      sql`
        DELETE FROM sms_messages
        WHERE org_id = ${orgId} AND (org_employee_id = ${employeeId} OR offboarding_id = ANY(${offboardingIds}::uuid[]))`,
      sql`DELETE FROM exit_interviews WHERE org_id = ${orgId} AND offboarding_id = ANY(${offboardingIds}::uuid[])`,
      sql`DELETE FROM portal_links WHERE org_id = ${orgId} AND offboarding_id = ANY(${offboardingIds}::uuid[])`,
      sql`DELETE FROM invites WHERE org_id = ${orgId} AND lower_email = ANY(${addresses}::text[])`,
      // What a vendor answered may repeat the address that it was asked about.
      sql`
        UPDATE revocation_results r SET message = NULL
        FROM revocation_runs u
        WHERE r.org_id = ${orgId} AND u.org_id = r.org_id AND u.id = r.run_id
          AND u.offboarding_id = ANY(${offboardingIds}::uuid[])
          AND EXISTS (SELECT FROM unnest(${addresses}::text[]) AS a (address) WHERE strpos(lower(r.message), a.address) > 0)`
    ]

    /** One that is being built began before this: its worker loses it, and another begins anew. */
    const withdrawExports = ({ at, orgId }: Traces) => sql`
      WITH withdrawn AS (
        UPDATE organisation_exports SET status = CASE status WHEN 'ready' THEN 'expired' ELSE 'queued' END,
          leased_by = NULL, leased_until = NULL,
          next_attempt_at = CASE status WHEN 'ready' THEN next_attempt_at ELSE ${DateTime.toDateUtc(at)}::timestamptz END
        WHERE org_id = ${orgId} AND status IN ('ready', 'running')
        RETURNING org_id, id, claims, status
      ), left_over AS (
        INSERT INTO export_leftovers (storage_key)
        SELECT export_storage_key(w.org_id, w.id, claim)
        FROM withdrawn w CROSS JOIN LATERAL generate_series(1, w.claims) AS claim WHERE w.status = 'expired'
        ON CONFLICT DO NOTHING
      )
      SELECT id FROM withdrawn`

    /** Those whose ZIP names the person, also as one who approved; their figures, which name nobody, stay. */
    const withdrawLeaverTests = ({ addresses, at, employeeId, offboardingIds, orgId, personKeyIds }: Traces) => sql`
      WITH person AS (
        SELECT ARRAY(
          SELECT ${employeeId}::uuid UNION ALL SELECT unnest(${offboardingIds}::uuid[])
          UNION ALL SELECT u.id FROM users u WHERE lower(u.email) = ANY(${addresses}::text[])
          UNION ALL SELECT l.id FROM hris_leavings l
          WHERE l.org_id = ${orgId} AND (l.employee_id = ${employeeId} OR l.person_key_id = ANY(${personKeyIds}::uuid[]))
        ) AS ids
      ), withdrawn AS (
        UPDATE leaver_tests t SET status = CASE t.status WHEN 'ready' THEN 'withdrawn' ELSE 'queued' END,
          lease_id = NULL, leased_until = NULL,
          next_attempt_at = CASE t.status WHEN 'ready' THEN t.next_attempt_at ELSE ${DateTime.toDateUtc(at)}::timestamptz END
        FROM person p
        WHERE t.org_id = ${orgId} AND (t.status = 'running' OR t.status = 'ready' AND t.subjects && p.ids)
        RETURNING t.org_id, t.id, t.claims, t.status
      )
      INSERT INTO leaver_test_leftovers (storage_key)
      SELECT leaver_test_storage_key(w.org_id, w.id, claim)
      FROM withdrawn w CROSS JOIN LATERAL generate_series(1, w.claims) AS claim WHERE w.status = 'withdrawn'
      ON CONFLICT DO NOTHING`

    return {
      /** Answers how many exports of the organisation, which hold the person, were withdrawn. */
      empty: (traces: Traces) =>
        Transaction.use(({ send }) =>
          Effect.gen(function* () {
            yield* Effect.forEach(
              [
                ...records(traces),
                ...initiations(traces),
                ...messages(traces),
                withdrawLeaverTests(traces),
                leavings(traces)
              ],
              send,
              { discard: true }
            )
            return (yield* Effect.orDie(withdrawExports(traces))).length
          })
        )
    }
  })
}) {
  static readonly layer = Layer.effect(CopiesRepo, CopiesRepo.make)
}
