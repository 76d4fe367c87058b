import { NotificationId, OffboardingId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { NotificationType } from "@svc/contract/notifications/schema"
import type { Language } from "./texts/text.ts"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { isAboutMember, isRequestAboutMember } from "#records/own-records"
import { columnsOf } from "#platform/database/columns"
import { Transaction } from "#platform/database/db"
import { all, Instant, maybe, one, send } from "#platform/database/statements"

const Row = Schema.Struct({
  id: NotificationId,
  type: NotificationType,
  title: Schema.String,
  body: Schema.String,
  data: Schema.Record(Schema.String, Schema.String),
  created_at: Instant,
  read_at: Schema.NullOr(Instant)
})
const Counts = Schema.Struct({ total: Schema.Int, unread: Schema.Int })

const Preference = Schema.Struct({ type: Schema.String, in_app: Schema.Boolean, email: Schema.Boolean })
type Preference = typeof Preference.Type

/** A member of an organization. */
interface MemberKey {
  readonly orgId: OrgId
  readonly userId: UserId
}
const MemberKey = Schema.Struct({ orgId: OrgId, userId: UserId })

/** What a notice is about: a member gets none about their own departure, whatever part they have in it. */
interface Concerned {
  readonly offboardingId: string | null
  readonly initiationId: string | null
  readonly employeeId: string | null
}

/** A notification, and its default recipients. */
interface NewNotice {
  readonly orgId: OrgId
  readonly type: NotificationType
  /** By the language of the reader. */
  readonly texts: Readonly<Record<Language, { readonly title: string; readonly body: string }>>
  readonly data: Readonly<Record<string, string>>
  readonly roles: ReadonlyArray<string>
  /** Null: no custom role. */
  readonly permission: string | null
  /** Told whatever they hold. */
  readonly userIds: ReadonlyArray<string>
  readonly offboardingId: string | null
  readonly about: Concerned
  readonly inAppByDefault: boolean
  readonly mailByDefault: boolean
  readonly now: Date
}

/** A recipient, and their channels. */
interface Told {
  readonly user_id: UserId
  readonly in_app: boolean
  readonly language: Language
  /** Null if they want no email. */
  readonly email: string | null
}

const Subject = Schema.Struct({
  organisation: Schema.String,
  /** Whether emails and chat messages name the person. */
  names: Schema.Boolean,
  person: Schema.NullOr(Schema.String),
  last_day: Schema.NullOr(Schema.String),
  actor: Schema.NullOr(Schema.String),
  requester: Schema.NullOr(Schema.String)
})

const Seen = Schema.Struct({
  user_id: UserId,
  cases: Schema.Int,
  /** The first of those, in the order asked for. */
  first: Schema.Array(OffboardingId)
})

const Named = Schema.Struct({
  id: OffboardingId,
  person: Schema.NullOr(Schema.String),
  last_day: Schema.NullOr(Schema.String)
})

/** Members' notifications, and their choices. */
export class NotificationsRepo extends Context.Service<NotificationsRepo>()("svc/notifications/NotificationsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = columnsOf(Row, "")

    const member = { org: "m.org_id", address: "u.email" }
    const notOwn = ({ employeeId, initiationId, offboardingId }: Concerned) => sql`NOT EXISTS (
        SELECT FROM offboardings own WHERE own.org_id = m.org_id AND own.id = ${offboardingId}::uuid
          AND ${isAboutMember(sql, member, "own")})
      AND NOT EXISTS (
        SELECT FROM offboarding_initiations own WHERE own.org_id = m.org_id AND own.id = ${initiationId}::uuid
          AND ${isRequestAboutMember(sql, member, "own")})
      AND NOT EXISTS (
        SELECT FROM org_employees own WHERE own.org_id = m.org_id AND own.id = ${employeeId}::uuid
          AND own.lower_email = lower(u.email))`

    // A member who cannot see the case is not notified, whatever their role.
    const tell = (notice: NewNotice, texts = JSON.stringify(notice.texts)) => sql<Told>`
      WITH told AS (
        SELECT m.user_id, u.email AS address, CASE WHEN u.language = 'de' THEN 'de' ELSE 'en' END AS language, COALESCE(p.in_app, ${notice.inAppByDefault}) AS in_app,
          COALESCE(p.email, ${notice.mailByDefault}) AS by_mail
        FROM memberships m
        JOIN users u ON u.id = m.user_id
        LEFT JOIN roles r ON r.org_id = m.org_id AND r.id = m.role_id
        LEFT JOIN notification_preferences p
          ON p.org_id = m.org_id AND p.user_id = m.user_id AND p.type = ${notice.type}
        LEFT JOIN offboardings o ON o.org_id = m.org_id AND o.id = ${notice.offboardingId}::uuid
        WHERE m.org_id = ${notice.orgId} AND ${notOwn(notice.about)}
          AND (m.role = ANY(${notice.roles}::text[]) OR ${notice.permission}::text = ANY(r.permissions)
            OR m.user_id = ANY(${notice.userIds}::uuid[]))
          AND CASE COALESCE(m.scope, r.scope, CASE m.role WHEN 'manager' THEN 'direct_reports' ELSE 'all' END)
            WHEN 'departments' THEN ${notice.offboardingId}::uuid IS NULL OR o.employee_department
              = ANY(CASE WHEN m.scope IS NULL THEN r.departments ELSE m.departments END)
            WHEN 'direct_reports' THEN ${notice.offboardingId}::uuid IS NULL OR lower(o.manager_email) = lower(u.email)
            ELSE true
          END
      ), written AS (
        INSERT INTO notifications (org_id, id, user_id, type, title, body, data, created_at)
        SELECT ${notice.orgId}, gen_random_uuid(), user_id, ${notice.type},
          ${texts}::jsonb -> language ->> 'title', ${texts}::jsonb -> language ->> 'body', ${JSON.stringify(notice.data)}::jsonb, ${notice.now}::timestamptz
        FROM told WHERE in_app ORDER BY user_id
      )
      SELECT user_id, in_app, language, CASE WHEN by_mail THEN address END AS email FROM told
      WHERE in_app OR by_mail ORDER BY user_id`

    const subject = one({
      Request: Schema.Struct({
        orgId: OrgId,
        actorId: Schema.NullOr(UserId),
        offboardingId: Schema.NullOr(Schema.String),
        initiationId: Schema.NullOr(Schema.String),
        userId: Schema.NullOr(Schema.String)
      }),
      Result: Subject,
      execute: ({ actorId, initiationId, offboardingId, orgId, userId }) => sql`
        SELECT g.name AS organisation, g.names_in_notifications AS names,
          NULLIF(COALESCE(o.employee_name, i.employee_name, s.full_name), '[erased]') AS person,
          COALESCE(o.exit_date, i.exit_date)::text AS last_day, a.full_name AS actor, r.full_name AS requester
        FROM organisations g
        LEFT JOIN offboardings o ON o.org_id = g.id AND o.id = ${offboardingId}::uuid
        LEFT JOIN offboarding_initiations i ON i.org_id = g.id AND i.id = ${initiationId}::uuid
        LEFT JOIN users s ON s.id = ${userId}::uuid
        LEFT JOIN users a ON a.id = ${actorId}::uuid
        LEFT JOIN users r ON r.id = i.initiated_by
        WHERE g.id = ${orgId}`
    })

    const seenAmong = all({
      Request: Schema.Struct({
        orgId: OrgId,
        roles: Schema.Array(Schema.String),
        permission: Schema.NullOr(Schema.String),
        offboardingIds: Schema.Array(Schema.String),
        most: Schema.Int
      }),
      Result: Seen,
      execute: ({ most, offboardingIds, orgId, permission, roles }) => sql`
        WITH readers AS MATERIALIZED (
          SELECT m.user_id, lower(u.email) AS email,
            COALESCE(m.scope, r.scope, CASE m.role WHEN 'manager' THEN 'direct_reports' ELSE 'all' END) AS scope,
            CASE WHEN m.scope IS NULL THEN r.departments ELSE m.departments END AS departments,
            ARRAY(SELECT own.id FROM offboardings own WHERE own.org_id = m.org_id
              AND ${isAboutMember(sql, member, "own")}) AS own
          FROM memberships m
          JOIN users u ON u.id = m.user_id
          LEFT JOIN roles r ON r.org_id = m.org_id AND r.id = m.role_id
          WHERE m.org_id = ${orgId}
            AND (m.role = ANY(${roles}::text[]) OR ${permission}::text = ANY(r.permissions))
        )
        SELECT m.user_id, count(*)::int AS cases,
          to_json((array_agg(o.id ORDER BY asked.place))[1:${most}::int]) AS first
        FROM unnest(${offboardingIds}::uuid[]) WITH ORDINALITY AS asked (id, place)
        JOIN offboardings o ON o.org_id = ${orgId} AND o.id = asked.id
        JOIN readers m ON o.id <> ALL(m.own)
          AND CASE m.scope
            WHEN 'departments' THEN o.employee_department = ANY(m.departments)
            WHEN 'direct_reports' THEN lower(o.manager_email) = m.email
            ELSE true
          END
        GROUP BY m.user_id ORDER BY m.user_id`
    })

    const named = all({
      Request: Schema.Struct({ orgId: OrgId, offboardingIds: Schema.Array(Schema.String) }),
      Result: Named,
      execute: ({ offboardingIds, orgId }) => sql`
        SELECT id, NULLIF(employee_name, '[erased]') AS person, exit_date::text AS last_day
        FROM offboardings WHERE org_id = ${orgId} AND id = ANY(${offboardingIds}::uuid[])`
    })

    const page = all({
      Request: Schema.Struct({
        ...MemberKey.fields,
        unreadOnly: Schema.Boolean,
        limit: Schema.Int,
        offset: Schema.Int
      }),
      Result: Row,
      execute: ({ limit, offset, orgId, unreadOnly, userId }) => sql`
        SELECT ${columns} FROM notifications
        WHERE org_id = ${orgId} AND user_id = ${userId} ${unreadOnly ? sql`AND read_at IS NULL` : sql``}
        ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`
    })

    const count = one({
      Request: MemberKey,
      Result: Counts,
      execute: ({ orgId, userId }) => sql`
        SELECT coalesce(sum(count), 0)::int AS total, coalesce(sum(count) FILTER (WHERE unread), 0)::int AS unread
        FROM notification_counts WHERE org_id = ${orgId} AND user_id = ${userId}`
    })

    const markRead = maybe({
      Request: Schema.Struct({ ...MemberKey.fields, id: NotificationId, at: Instant }),
      Result: Row,
      execute: ({ at, id, orgId, userId }) => sql`
        UPDATE notifications SET read_at = COALESCE(read_at, ${at})
        WHERE org_id = ${orgId} AND user_id = ${userId} AND id = ${id} RETURNING ${columns}`
    })

    const markAllRead = one({
      Request: Schema.Struct({ ...MemberKey.fields, at: Instant }),
      Result: Schema.Struct({ read: Schema.Int }),
      execute: ({ at, orgId, userId }) => sql`
        WITH marked AS (
          UPDATE notifications SET read_at = ${at}
          WHERE org_id = ${orgId} AND user_id = ${userId} AND read_at IS NULL RETURNING 1
        )
        SELECT count(*)::int AS read FROM marked`
    })

    const preferences = all({
      Request: MemberKey,
      Result: Preference,
      execute: ({ orgId, userId }) => sql`
        SELECT type, in_app, email FROM notification_preferences WHERE org_id = ${orgId} AND user_id = ${userId}`
    })

    return {
      /** Writes the notifications in the app, and returns their recipients, with an email for those who want one. */
      tell: (notice: NewNotice) => Transaction.use(() => Effect.orDie(tell(notice))),
      /** What the records say of it now; an erased person has no name. */
      subject,
      /** How many of these cases each of these members sees, without their own; none for members who see none. */
      seenAmong: (
        orgId: OrgId,
        audience: { readonly roles: ReadonlyArray<string>; readonly permission: string | null },
        offboardingIds: ReadonlyArray<string>,
        most: number
      ) => seenAmong({ orgId, ...audience, offboardingIds, most }),
      /** Whom these offboardings are about; an erased person has no name. */
      named: (orgId: OrgId, offboardingIds: ReadonlyArray<string>) => named({ orgId, offboardingIds }),
      /** Newest first. */
      page: (
        key: MemberKey,
        options: { readonly unreadOnly: boolean; readonly limit: number; readonly offset: number }
      ) => page({ ...key, ...options }),
      count,
      /** None when it is not the member's. */
      markRead: (key: MemberKey & { readonly id: NotificationId }, at: DateTime.Utc) => markRead({ ...key, at }),
      markAllRead: (key: MemberKey, at: DateTime.Utc) => Effect.map(markAllRead({ ...key, at }), ({ read }) => read),
      preferences,
      /** Null keeps the previous choice, else the default. Nothing for former members. */
      setPreference: (
        { orgId, userId }: MemberKey,
        {
          byDefault,
          email,
          in_app,
          type
        }: {
          readonly type: NotificationType
          readonly in_app: boolean | null
          readonly email: boolean | null
          readonly byDefault: Omit<Preference, "type">
        }
      ) =>
        send(sql`
            INSERT INTO notification_preferences AS p (org_id, user_id, type, in_app, email)
            SELECT org_id, user_id, ${type}, COALESCE(${in_app}::boolean, ${byDefault.in_app}),
              COALESCE(${email}::boolean, ${byDefault.email})
            FROM memberships WHERE org_id = ${orgId} AND user_id = ${userId} FOR KEY SHARE
            ON CONFLICT (org_id, user_id, type) DO UPDATE
            SET in_app = COALESCE(${in_app}::boolean, p.in_app), email = COALESCE(${email}::boolean, p.email)`)
    }
  })
}) {
  static readonly layer = Layer.effect(NotificationsRepo, NotificationsRepo.make)
}
