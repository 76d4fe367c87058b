import { ESignatureProvider, ESignatureStatus, SignatureSettings } from "@svc/contract/esignature/schema"
import { DocumentId, OffboardingId, OrgId, UserId, Uuid } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { all, exists, Instant, maybe, one, run, unlessTaken } from "#platform/database/statements"

export const RequestRow = Schema.Struct({
  org_id: OrgId,
  /** The mark by which the provider knows it. */
  id: Uuid,
  document_id: Schema.NullOr(DocumentId),
  offboarding_id: Schema.NullOr(OffboardingId),
  provider: ESignatureProvider,
  fallback: Schema.Boolean,
  status: ESignatureStatus,
  external_id: Schema.NullOr(Schema.String),
  signer_name: Schema.String,
  signer_email: Schema.String,
  signer_check: Schema.Literals(["mailbox", "access_code", "sms"]),
  requested_at: Instant,
  sent_at: Schema.NullOr(Instant),
  expires_at: Instant,
  reminder_days: Schema.NullOr(Schema.Int),
  next_reminder_at: Schema.NullOr(Instant),
  cancel_requested_at: Schema.NullOr(Instant),
  attempts: Schema.Int
})
export type RequestRow = typeof RequestRow.Type

const NewRow = Schema.Struct({
  org_id: OrgId,
  id: Uuid,
  document_id: DocumentId,
  offboarding_id: OffboardingId,
  provider: ESignatureProvider,
  fallback: Schema.Boolean,
  signer_name: Schema.String,
  signer_email: Schema.String,
  signer_check: RequestRow.fields.signer_check,
  signer_phone_mask: Schema.NullOr(Schema.String),
  requested_by: Schema.NullOr(UserId),
  requested_at: Instant,
  sent_at: Instant,
  expires_at: Instant,
  reminder_days: Schema.NullOr(Schema.Int),
  next_attempt_at: Instant
})
type Key = Pick<RequestRow, "org_id" | "id">
const KeyFields = { org_id: OrgId, id: Uuid }

const Document = Schema.Struct({ orgId: OrgId, documentId: DocumentId })
type Document = typeof Document.Type

/** Signature requests, and the organization's settings for them. */
export class SignaturesRepo extends Context.Service<SignaturesRepo>()("svc/esignature/SignaturesRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = columnsOf(RequestRow, "r")

    const latest = maybe({
      Request: Document,
      Result: RequestRow,
      execute: ({ documentId, orgId }) => sql`
        SELECT ${columns} FROM esignature_requests r
        WHERE r.org_id = ${orgId} AND r.document_id = ${documentId} ORDER BY r.requested_at DESC, r.id LIMIT 1`
    })
    const lock = maybe({
      Request: Schema.Struct(KeyFields),
      Result: RequestRow,
      execute: ({ id, org_id }) => sql`
        SELECT ${columns} FROM esignature_requests r WHERE r.org_id = ${org_id} AND r.id = ${id} FOR UPDATE`
    })
    const insert = unlessTaken(sql, "esignature_requests_open", {
      Request: NewRow,
      execute: (row) => sql`INSERT INTO esignature_requests ${sql.insert(row)}`
    })
    const free = sql.literal("lease_id = NULL, leased_until = NULL")
    const sent = exists({
      Request: Schema.Struct({
        ...KeyFields,
        externalId: Schema.String,
        nextReminder: Schema.NullOr(Instant),
        nextLook: Instant,
        at: Instant
      }),
      execute: ({ at, externalId, id, nextLook, nextReminder, org_id }) => sql`
        UPDATE esignature_requests SET status = 'pending', external_id = ${externalId}, sent_at = coalesce(sent_at, ${at}),
          attempts = 0, last_error = NULL, next_reminder_at = ${nextReminder}::timestamptz, next_attempt_at = ${nextLook},
          ${free}
        WHERE org_id = ${org_id} AND id = ${id} AND status = 'sending' RETURNING 1`
    })
    const finish = exists({
      Request: Schema.Struct({
        ...KeyFields,
        status: ESignatureStatus,
        error: Schema.NullOr(Schema.String),
        at: Instant
      }),
      execute: ({ at, error, id, org_id, status }) => sql`
        UPDATE esignature_requests SET status = ${status}, finished_at = ${at}, last_error = ${error},
          next_attempt_at = NULL, next_reminder_at = NULL, ${free}
        WHERE org_id = ${org_id} AND id = ${id} AND status IN ('sending', 'pending') RETURNING 1`
    })
    const wantCancelled = run({
      Request: Schema.Struct({ ...KeyFields, at: Instant }),
      execute: ({ at, id, org_id }) => sql`
        UPDATE esignature_requests SET cancel_requested_at = coalesce(cancel_requested_at, ${at})
        WHERE org_id = ${org_id} AND id = ${id}`
    })
    const due = run({
      Request: Schema.Struct({ ...KeyFields, at: Instant, error: Schema.NullOr(Schema.String) }),
      execute: ({ at, error, id, org_id }) => sql`
        UPDATE esignature_requests SET last_error = ${error}, ${free},
          attempts = CASE WHEN ${error}::text IS NULL THEN 0 ELSE attempts END,
          -- What the provider said while it was worked on is not passed over.
          next_attempt_at = CASE WHEN next_attempt_at > last_attempt_at THEN least(next_attempt_at, ${at}) ELSE ${at} END
        WHERE org_id = ${org_id} AND id = ${id} AND status IN ('sending', 'pending')`
    })
    const settings = maybe({
      Request: OrgId,
      Result: SignatureSettings,
      execute: (orgId) => sql`SELECT reminder_days, expiry_days FROM esignature_settings WHERE org_id = ${orgId}`
    })
    const saveSettings = run({
      Request: Schema.Struct({ ...SignatureSettings.fields, orgId: OrgId, at: Instant }),
      execute: ({ at, expiry_days, orgId, reminder_days }) => sql`
        INSERT INTO esignature_settings (org_id, reminder_days, expiry_days, updated_at)
        VALUES (${orgId}, ${reminder_days}, ${expiry_days}, ${at})
        ON CONFLICT (org_id) DO UPDATE SET reminder_days = EXCLUDED.reminder_days, expiry_days = EXCLUDED.expiry_days,
          updated_at = EXCLUDED.updated_at`
    })
    const organisationName = one({
      Request: OrgId,
      Result: Schema.Struct({ name: Schema.String }),
      execute: (orgId) => sql`SELECT name FROM organisations WHERE id = ${orgId}`
    })
    const connections = all({
      Request: Schema.Struct({ orgId: OrgId, services: Schema.Array(Schema.String) }),
      Result: Schema.Struct({ id: Uuid, service: Schema.String }),
      execute: ({ orgId, services }) => sql`
        SELECT id, lower(service_name) AS service FROM integrations
        WHERE org_id = ${orgId} AND connection_status AND lower(service_name) = ANY(${services}::text[])`
    })

    return {
      /** The newest request of a document, in any state. */
      latest,
      /** Held to the end of the transaction; none when it is gone. */
      lock: ({ id, org_id }: Key) => lock({ id, org_id }),
      /** False when another one of the document is open. */
      insert,
      /** The provider has it: its id, and its next read. False if that was recorded before. */
      sent,
      /** It ended so; false when it had ended before. */
      finish,
      /** A member wants it ended. */
      wantCancelled,
      /** When it is claimed next; without an error the tries start over. */
      due,
      settings,
      saveSettings,
      organisationName: (orgId: OrgId) => Effect.map(organisationName(orgId), ({ name }) => name),
      /** Which of these are connected. */
      connections: (orgId: OrgId, services: ReadonlyArray<string>) => connections({ orgId, services })
    }
  })
}) {
  static readonly layer = Layer.effect(SignaturesRepo, SignaturesRepo.make)
}
