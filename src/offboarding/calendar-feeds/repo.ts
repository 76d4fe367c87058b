import { RecordScope } from "@svc/contract/kernel/access"
import { OffboardingId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { all, exists, Instant, maybe, run } from "#platform/database/statements"
import { casesIn } from "#records/record-scope"
import { hoursBetweenMarks, languages, maxOffboardings } from "./rules.ts"

const Key = Schema.Struct({ orgId: OrgId, userId: UserId })
type Key = typeof Key.Type

const Feed = Schema.Struct({ created_at: Instant, last_read_at: Schema.NullOr(Instant) })

const NewFeed = Schema.Struct({ ...Key.fields, token_digest: Schema.String, now: Instant })

const Opened = Schema.Struct({
  org_id: OrgId,
  user_id: UserId,
  email: Schema.String,
  language: Schema.Literals(languages),
  organisation: Schema.String
})

const Row = Schema.Struct({
  id: OffboardingId,
  employee_name: Schema.NullOr(Schema.String),
  employee_department: Schema.String,
  exit_date: Schema.String,
  access_ends_at: Schema.NullOr(Instant),
  status: Schema.String,
  updated_at: Instant
})

const Window = Schema.Struct({ orgId: OrgId, records: RecordScope, from: Schema.String, to: Schema.String })

/** Calendar links, and of offboardings what a calendar shows. */
export class CalendarFeedsRepo extends Context.Service<CalendarFeedsRepo>()("svc/calendar-feeds/CalendarFeedsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system: SqlClient.SqlClient = yield* SystemSql

    const find = maybe({
      Request: Key,
      Result: Feed,
      execute: ({ orgId, userId }) => sql`
        SELECT created_at, last_read_at FROM calendar_feeds WHERE org_id = ${orgId} AND user_id = ${userId}`
    })
    const save = run({
      Request: NewFeed,
      execute: ({ now, orgId, token_digest, userId }) => sql`
        INSERT INTO calendar_feeds (org_id, user_id, token_digest, created_at)
        VALUES (${orgId}, ${userId}, ${token_digest}, ${now})
        ON CONFLICT (org_id, user_id) DO UPDATE SET token_digest = EXCLUDED.token_digest,
          created_at = EXCLUDED.created_at, last_read_at = NULL`
    })
    const remove = exists({
      Request: Key,
      execute: ({ orgId, userId }) => sql`
        DELETE FROM calendar_feeds WHERE org_id = ${orgId} AND user_id = ${userId} RETURNING 1`
    })
    const open = SqlSchema.findOneOption({
      Request: Schema.Array(Schema.String),
      Result: Opened,
      execute: (digests) => system`
        SELECT f.org_id, f.user_id, u.email, CASE WHEN u.language = 'de' THEN 'de' ELSE 'en' END AS language,
          g.name AS organisation
        FROM calendar_feeds f
        JOIN users u ON u.id = f.user_id
        JOIN organisations g ON g.id = f.org_id AND NOT g.suspended AND g.deletion_started_at IS NULL
        WHERE f.token_digest = ANY(${digests}::text[])`
    })
    const mark = run({
      Request: Schema.Struct({ ...Key.fields, now: Instant }),
      execute: ({ now, orgId, userId }) => sql`
        UPDATE calendar_feeds SET last_read_at = ${now}
        WHERE org_id = ${orgId} AND user_id = ${userId}
          AND (last_read_at IS NULL OR last_read_at <= ${now}::timestamptz - make_interval(hours => ${hoursBetweenMarks}::int))`
    })
    const offboardings = all({
      Request: Window,
      Result: Row,
      execute: ({ from, orgId, records, to }) => sql`
        SELECT id, CASE WHEN (SELECT names_in_notifications FROM organisations WHERE id = ${orgId}::uuid)
            THEN employee_name END AS employee_name,
          employee_department, exit_date::text AS exit_date, access_ends_at, status, updated_at
        FROM offboardings
        WHERE org_id = ${orgId} AND exit_date BETWEEN ${from}::date AND ${to}::date AND status <> 'cancelled'
          AND ${casesIn(sql, records)}
        ORDER BY exit_date, id LIMIT ${maxOffboardings}`
    })
    return {
      find,
      /** Replaces the previous one. */
      save,
      /** False without one. */
      remove,
      /** The feed with one of these digests, with its member; none in an organization that is suspended or being deleted. */
      open: (digests: ReadonlyArray<string>) => Effect.orDie(open(digests)),
      mark: (key: Key, now: DateTime.Utc) => mark({ ...key, now }),
      /** Not canceled, with a last day in the window; without names where the organization's notifications have none. */
      offboardings
    }
  })
}) {
  static readonly layer = Layer.effect(CalendarFeedsRepo, CalendarFeedsRepo.make)
}
