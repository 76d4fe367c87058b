import { InitiationId, OffboardingId, OrgId, UserId, Uuid } from "@svc/contract/kernel/ids"
import { Plan } from "@svc/contract/kernel/plans"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { Instant, organisations, run } from "#platform/database/statements"
import { Claiming } from "#platform/jobs/lease-queue"
import { organisationLanguage, WrittenLanguage } from "#records/organisation-language"

const Claimed = Schema.Struct({
  org_id: OrgId,
  id: Uuid,
  service: Schema.Literals(["slack", "teams"]),
  fact: Schema.Unknown,
  /** With this one. */
  attempts: Schema.Int,
  plan: Plan,
  offboarding_id: Schema.NullOr(OffboardingId),
  initiation_id: Schema.NullOr(InitiationId)
})
export type ClaimedMessage = typeof Claimed.Type

const Subject = Schema.Struct({
  id: Schema.String,
  name: Schema.NullOr(Schema.String),
  exit_date: Schema.String,
  department: Schema.String,
  submitter: Schema.NullOr(Schema.String),
  revision: Schema.Int,
  erased: Schema.Boolean,
  actor: Schema.NullOr(Schema.String),
  language: WrittenLanguage
})

/**
 * Outgoing team chat messages. Their claim is not that of `lease-queue.ts`: only the oldest of each channel is due, and
 * none while another is in flight or was just sent. The attempt fences what a claim records.
 */
export class ChatRepo extends Context.Service<ChatRepo>()("svc/chat/ChatRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    const queue = run({
      Request: Schema.Struct({
        orgId: OrgId,
        slackId: Schema.String,
        teamsId: Schema.String,
        fact: Schema.String,
        about: Schema.String,
        subjectIds: Schema.Array(Schema.String),
        now: Instant
      }),
      execute: ({ about, fact, now, orgId, slackId, subjectIds, teamsId }) => sql`
        INSERT INTO chat_messages (org_id, id, service, fact, offboarding_id, initiation_id, next_attempt_at, created_at)
        SELECT i.org_id, CASE i.service_name WHEN 'slack' THEN ${slackId}::uuid ELSE ${teamsId}::uuid END, i.service_name,
          ${fact}::jsonb, o.id, n.id, ${now}::timestamptz, ${now}::timestamptz
        FROM integrations i
        LEFT JOIN LATERAL (
          SELECT o.id FROM unnest(${subjectIds}::uuid[]) WITH ORDINALITY AS s (id, place)
          JOIN offboardings o ON o.org_id = i.org_id AND o.id = s.id
          WHERE ${about}::text = 'offboarding' ORDER BY s.place LIMIT 1
        ) o ON true
        LEFT JOIN offboarding_initiations n
          ON n.org_id = i.org_id AND n.id = ANY(${subjectIds}::uuid[]) AND ${about}::text = 'initiation'
            AND n.status = 'pending' AND n.current_step = 0
        WHERE i.org_id = ${orgId} AND i.connection_status AND num_nonnulls(o.id, n.id) = 1
          AND (i.service_name = 'teams' OR i.service_name = 'slack' AND i.config ->> 'channel' IS NOT NULL)`
    })

    const connectedAmong = organisations(
      (orgIds) => sql`
        SELECT DISTINCT org_id FROM integrations
        WHERE org_id = ANY(${orgIds}::uuid[]) AND service_name IN ('slack', 'teams') AND connection_status`
    )

    const claim = SqlSchema.findAll({
      Request: Schema.Struct({ ...Claiming.fields, sentBefore: Instant }),
      Result: Claimed,
      execute: ({ leasedUntil, limit, now, orgId, sentBefore }) => system`
        WITH due AS (
          SELECT DISTINCT ON (m.org_id, m.service) m.org_id, m.id FROM chat_messages m
          WHERE m.status = 'pending' AND m.next_attempt_at <= ${now} AND ${ofOrganisation(system, orgId, "m.org_id")}
            AND NOT EXISTS (
              SELECT FROM chat_messages u
              WHERE u.org_id = m.org_id AND u.service = m.service AND u.status = 'pending' AND u.leased_until > ${now})
            AND NOT EXISTS (
              SELECT FROM chat_messages s
              WHERE s.org_id = m.org_id AND s.service = m.service AND s.ended_at > ${sentBefore} AND s.status = 'sent')
          ORDER BY m.org_id, m.service, m.created_at, m.id
        ), held AS (
          SELECT c.org_id, c.id FROM chat_messages c JOIN due ON due.org_id = c.org_id AND due.id = c.id
          WHERE c.status = 'pending' AND (c.leased_until IS NULL OR c.leased_until <= ${now})
          ORDER BY c.created_at LIMIT ${limit} FOR UPDATE OF c SKIP LOCKED
        )
        UPDATE chat_messages c SET leased_until = ${leasedUntil}, attempts = c.attempts + 1
        FROM held, organisations o WHERE c.org_id = held.org_id AND c.id = held.id AND o.id = c.org_id
        RETURNING c.org_id, c.id, c.service, c.fact, c.attempts, o.plan, c.offboarding_id, c.initiation_id`
    })

    const subjectOf = SqlSchema.findOneOption({
      Request: Schema.Struct({ ...Claimed.fields, actorId: Schema.NullOr(UserId) }),
      Result: Subject,
      execute: ({ actorId, initiation_id, offboarding_id, org_id }) => system`
        SELECT o.id::text AS id, CASE WHEN g.names_in_notifications THEN o.employee_name END AS name, exit_date::text AS exit_date, employee_department AS department,
          NULL AS submitter, 1 AS revision, o.employee_name = '[erased]' AS erased, a.full_name AS actor,
          coalesce(${organisationLanguage(system, "o.org_id")}, 'en') AS language
        FROM offboardings o JOIN organisations g ON g.id = o.org_id LEFT JOIN users a ON a.id = ${actorId}::uuid
        WHERE o.org_id = ${org_id} AND o.id = ${offboarding_id}::uuid
        UNION ALL
        SELECT i.id::text, CASE WHEN g.names_in_notifications THEN i.employee_name END, i.exit_date::text, i.employee_department, u.full_name, i.revision, false, NULL,
          coalesce(${organisationLanguage(system, "i.org_id")}, 'en')
        FROM offboarding_initiations i JOIN organisations g ON g.id = i.org_id LEFT JOIN users u ON u.id = i.initiated_by
        WHERE i.org_id = ${org_id} AND i.id = ${initiation_id}::uuid AND i.status = 'pending'`
    })

    const languageOf = SqlSchema.findOne({
      Request: OrgId,
      Result: Schema.Struct({ language: WrittenLanguage }),
      execute: (orgId) => system`
        SELECT coalesce(${organisationLanguage(system, "o.id")}, 'en') AS language FROM (SELECT ${orgId}::uuid AS id) o`
    })

    const purge = SqlSchema.findOne({
      Request: Instant,
      Result: Schema.Struct({ purged: Schema.Int }),
      execute: (endedBefore) => system`
        WITH purged AS (DELETE FROM chat_messages WHERE ended_at < ${endedBefore} RETURNING 1)
        SELECT count(*)::int AS purged FROM purged`
    })

    const settle = SqlSchema.void({
      Request: Schema.Struct({
        org_id: OrgId,
        id: Uuid,
        attempts: Schema.Int,
        status: Schema.String,
        at: Instant,
        error: Schema.NullOr(Schema.String),
        nextAttemptAt: Instant
      }),
      execute: ({ at, attempts, error, id, nextAttemptAt, org_id, status }) => system`
        UPDATE chat_messages SET status = ${status}, leased_until = NULL, last_error = ${error},
          next_attempt_at = ${nextAttemptAt},
          ended_at = CASE WHEN ${status}::text <> 'pending' THEN ${at}::timestamptz END
        WHERE org_id = ${org_id} AND id = ${id} AND status = 'pending' AND attempts = ${attempts}`
    })

    const holdBack = SqlSchema.void({
      Request: Schema.Struct({ org_id: OrgId, service: Schema.String, until: Instant }),
      execute: ({ org_id, service, until }) => system`
        UPDATE chat_messages SET next_attempt_at = GREATEST(next_attempt_at, ${until}::timestamptz)
        WHERE org_id = ${org_id} AND service = ${service} AND status = 'pending'`
    })

    return {
      languageOf: (orgId: OrgId) => Effect.orDie(Effect.map(languageOf(orgId), ({ language }) => language)),
      /** One for each chat that is connected; none where the record is gone, or decided, or runs on a chain. */
      queue,
      /** The organizations that have a chat connected. */
      connectedAmong,
      /** The oldest of each channel that nothing was sent to in the last second. */
      claim: (claiming: Claiming, sentBefore: DateTime.Utc) => Effect.orDie(claim({ ...claiming, sentBefore })),
      /** None if the message is no longer needed. */
      subjectOf: (message: ClaimedMessage, actorId: UserId | null) => Effect.orDie(subjectOf({ ...message, actorId })),
      settle: (
        { attempts, id, org_id }: ClaimedMessage,
        outcome: {
          readonly status: "sent" | "dead" | "pending"
          readonly at: DateTime.Utc
          readonly error: string | null
          readonly nextAttemptAt: DateTime.Utc
        }
      ) => Effect.orDie(settle({ org_id, id, attempts, ...outcome })),
      /** Nothing more to this channel before. */
      holdBack: ({ org_id, service }: ClaimedMessage, until: DateTime.Utc) =>
        Effect.orDie(holdBack({ org_id, service, until })),
      /** Forgets what ended before; answers how many. */
      purge: (endedBefore: DateTime.Utc) => Effect.orDie(Effect.map(purge(endedBefore), ({ purged }) => purged))
    }
  })
}) {
  static readonly layer = Layer.effect(ChatRepo, ChatRepo.make)
}
