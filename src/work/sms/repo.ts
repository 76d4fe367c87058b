import { EmployeeId, IntegrationId, OffboardingId, OrgId, Uuid } from "@svc/contract/kernel/ids"
import { Plan } from "@svc/contract/kernel/plans"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql, Transaction } from "#platform/database/db"
import { all, anyRow, Instant, maybe, perform } from "#platform/database/statements"
import { makeLeaseQueue } from "#platform/jobs/lease-queue"
import { organisationLanguage, WrittenLanguage } from "#records/organisation-language"

const Recipient = Schema.Struct({
  phone: Schema.String,
  jurisdiction: Schema.NullOr(Schema.String),
  organisation: Schema.String,
  plan: Plan,
  language: WrittenLanguage
})
type Recipient = typeof Recipient.Type

const Claimed = Schema.Struct({
  org_id: OrgId,
  id: Uuid,
  offboarding_id: Schema.NullOr(OffboardingId),
  sealed_phone: Schema.NullOr(Schema.String),
  phone_digest: Schema.String,
  sealed_content: Schema.NullOr(Schema.String),
  /** Including the one in flight. */
  attempts: Schema.Int,
  started_at: Schema.NullOr(Instant)
})
export type ClaimedMessage = typeof Claimed.Type

const Owner = Schema.Struct({ org_id: OrgId })

type Key = Pick<ClaimedMessage, "org_id" | "id">

/** A message's state after an attempt: `queued` with the time of the next one. */
export interface Settled {
  readonly status: "queued" | "sent" | "failed" | "unknown"
  readonly externalId?: string | undefined
  readonly errorCode: number | null
  readonly error: string | null
  readonly dueAt: DateTime.Utc | null
}

/** Text messages as a queue under leases, and who opted out of them. */
export class SmsRepo extends Context.Service<SmsRepo>()("svc/sms/SmsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    const date = (moment: DateTime.Utc | null) => (moment === null ? null : DateTime.toDateUtc(moment))

    const recipient = maybe({
      Request: Schema.Struct({ orgId: OrgId, id: EmployeeId }),
      Result: Recipient,
      execute: ({ id, orgId }) => sql`
        SELECT e.phone, o.default_jurisdiction AS jurisdiction, o.name AS organisation, o.plan,
          coalesce(${organisationLanguage(sql, "o.id")}, 'en') AS language
        FROM org_employees e
        JOIN organisations o ON o.id = e.org_id
        JOIN integrations i ON i.org_id = e.org_id AND i.protocol = 'twilio' AND i.connection_status
        WHERE e.org_id = ${orgId} AND e.id = ${id} AND btrim(coalesce(e.phone, '')) <> ''`
    })
    const queue = yield* makeLeaseQueue({
      table: "sms_messages",
      lease: "leased_by",
      row: Claimed,
      join: system`JOIN organisations o ON o.id = q.org_id AND NOT o.suspended`,
      due: (now) => system`q.status = 'queued' AND q.due_at <= ${now}`,
      order: "q.due_at",
      taken: () => system`attempts = q.attempts + 1`,
      begun: "started_at"
    })
    const ownerOf = SqlSchema.findOneOption({
      Request: IntegrationId,
      Result: Owner,
      execute: (id) => system`
        SELECT i.org_id FROM integrations i JOIN organisations o ON o.id = i.org_id AND NOT o.suspended
        WHERE i.id = ${id} AND i.protocol = 'twilio' AND i.connection_status`
    })
    const told = all({
      Request: Schema.Struct({
        orgId: OrgId,
        externalId: Schema.String,
        id: Schema.NullOr(Schema.String),
        status: Schema.String,
        errorCode: Schema.NullOr(Schema.Int),
        error: Schema.NullOr(Schema.String),
        at: Instant
      }),
      Result: Schema.Struct({ phone_digest: Schema.String }),
      // Callbacks come in any order: what is settled stays so, and one whose own answer was lost is known again.
      execute: ({ at, error, errorCode, externalId, id, orgId, status }) => sql`
        UPDATE sms_messages SET status = ${status}, external_id = coalesce(external_id, ${externalId}),
          error_code = ${errorCode}, last_error = ${error}, updated_at = ${at}, due_at = NULL,
          sealed_phone = NULL, sealed_content = NULL
        WHERE org_id = ${orgId} AND (external_id = ${externalId} OR (external_id IS NULL AND id::text = ${id}))
          AND (status IN ('sent', 'unknown') OR (status = 'queued' AND started_at IS NOT NULL))
        RETURNING phone_digest`
    })

    return {
      /** A person with a phone number, while text messages are connected. */
      recipient: (orgId: OrgId, id: EmployeeId) => recipient({ orgId, id }),
      isOptedOut: (orgId: OrgId, digests: ReadonlyArray<string>) =>
        anyRow(sql`
            SELECT org_id FROM sms_opt_outs WHERE org_id = ${orgId} AND phone_digest = ANY(${digests}::text[])`),
      optOut: (orgId: OrgId, digest: string, at: DateTime.Utc) =>
        perform(sql`
            INSERT INTO sms_opt_outs (org_id, phone_digest, created_at) VALUES (${orgId}, ${digest}, ${date(at)})
            ON CONFLICT DO NOTHING`),
      /** How many were made for the person since then. */
      countSince: (orgId: OrgId, id: EmployeeId, since: DateTime.Utc) =>
        Transaction.use(() =>
          Effect.orDie(sql<{ readonly count: number }>`
            SELECT count(*)::int AS count FROM sms_messages
            WHERE org_id = ${orgId} AND org_employee_id = ${id} AND created_at > ${date(since)}`)
        ).pipe(Effect.map(([row]) => row?.count ?? 0)),
      insert: ({
        at,
        ...message
      }: {
        readonly org_id: OrgId
        readonly id: string
        readonly org_employee_id: EmployeeId
        readonly offboarding_id: OffboardingId | null
        readonly kind: string
        readonly sealed_phone: string
        readonly phone_digest: string
        readonly sealed_content: string
        readonly at: DateTime.Utc
      }) =>
        perform(sql`
            INSERT INTO sms_messages ${sql.insert({ ...message, due_at: date(at), created_at: date(at), updated_at: date(at) })}`),
      claim: queue.claim,
      /** The mark before the call; false when the message is another worker's by now, or gone. */
      markStarted: ({ id, org_id }: Key, worker: string, at: DateTime.Utc) =>
        queue.begin({ orgId: org_id, id, worker }, at),
      settle: ({ id, org_id }: Key, settled: Settled, at: DateTime.Utc) =>
        perform(sql`
            UPDATE sms_messages SET status = ${settled.status}, external_id = coalesce(external_id, ${settled.externalId ?? null}),
              error_code = ${settled.errorCode}, last_error = ${settled.error}, due_at = ${date(settled.dueAt)},
              started_at = CASE WHEN ${settled.status} = 'queued' THEN NULL ELSE started_at END,
              sealed_phone = CASE WHEN ${settled.status} = 'queued' THEN sealed_phone END,
              sealed_content = CASE WHEN ${settled.status} = 'queued' THEN sealed_content END,
              ${queue.free}, updated_at = ${date(at)}
            WHERE org_id = ${org_id} AND id = ${id} AND status = 'queued'`),
      ownerOf: (id: IntegrationId) => Effect.orDie(ownerOf(id)),
      /** What Twilio tells later, by its id or ours; answers the digests of the numbers of what was changed. */
      told: (message: {
        readonly orgId: OrgId
        readonly externalId: string
        readonly id: string | null
        readonly status: "sent" | "delivered" | "undelivered" | "failed"
        readonly errorCode: number | null
        readonly error: string | null
        readonly at: DateTime.Utc
      }) => told(message).pipe(Effect.map((rows) => rows.map(({ phone_digest }) => phone_digest)))
    }
  })
}) {
  static readonly layer = Layer.effect(SmsRepo, SmsRepo.make)
}
