import { OrgId, PersonKeyId, UserId, Uuid } from "@svc/contract/kernel/ids"
import {
  ExportedAccount,
  ExportedApiKey,
  ExportedAuditEntry,
  ExportedDirectoryRecord,
  ExportedNotification,
  ExportedOffboarding,
  ExportedSession
} from "@svc/contract/own-account/schema"
import { Context, type DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Transaction } from "#platform/database/db"
import { behind } from "#platform/database/fragments"
import { all, Instant, one } from "#platform/database/statements"

const OptionalInstant = Schema.NullOr(Instant)

const { sessions: _, ...account } = ExportedAccount.fields
const AccountRow = Schema.Struct({ ...account, email_verified_at: OptionalInstant, created_at: Instant })
const SessionRow = Schema.Struct({
  ...ExportedSession.fields,
  created_at: Instant,
  last_seen_at: OptionalInstant,
  expires_at: Instant
})
const DirectoryRow = Schema.Struct({ ...ExportedDirectoryRecord.fields, created_at: Instant, updated_at: Instant })
const OffboardingRow = Schema.Struct({
  ...ExportedOffboarding.fields,
  created_at: Instant,
  completed_at: OptionalInstant
})
const AuditRow = Schema.Struct({ ...ExportedAuditEntry.fields, seq: Schema.BigInt, created_at: Instant })
const NotificationRow = Schema.Struct({ ...ExportedNotification.fields, created_at: Instant, read_at: OptionalInstant })
const ApiKeyRow = Schema.Struct({
  ...ExportedApiKey.fields,
  created_at: Instant,
  last_used_at: OptionalInstant,
  expires_at: OptionalInstant
})

const Place = Schema.Struct({ orgId: OrgId, userId: UserId })
type Place = typeof Place.Type

const After = Schema.Struct({ ...Place.fields, after: Schema.NullOr(Uuid), limit: Schema.Int })
type After = typeof After.Type

const TrailPage = Schema.Struct({
  ...Place.fields,
  personKeyIds: Schema.Array(PersonKeyId),
  email: Schema.String,
  after: Schema.BigInt,
  through: Schema.BigInt,
  limit: Schema.Int
})

/** Reads what is kept about an account, in pages where there may be much of it. Writes nothing. */
export class AccountExportRepo extends Context.Service<AccountExportRepo>()("svc/own-account/AccountExportRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const findAccount = SqlSchema.findOneOption({
      Request: UserId,
      Result: AccountRow,
      execute: (userId) => sql`
        SELECT id, email, full_name, theme, language, email_verified_at, totp_enabled AS two_factor_enabled, created_at
        FROM users WHERE id = ${userId}`
    })

    const findSessions = SqlSchema.findAll({
      Request: Schema.Struct({ userId: UserId, now: Instant }),
      Result: SessionRow,
      execute: ({ now, userId }) => sql`
        SELECT org_id, id, method, address, user_agent, created_at, last_seen_at, expires_at
        FROM sessions WHERE user_id = ${userId} AND revoked_at IS NULL AND expires_at > ${now} ORDER BY created_at, id`
    })

    const account = Effect.fnUntraced(function* (userId: UserId, now: DateTime.Utc) {
      const found = yield* findAccount(userId)
      const live = yield* findSessions({ userId, now })
      return Option.map(found, (row) => ({ ...row, sessions: live }))
    })

    const directoryRecords = all({
      Request: Schema.Struct({ ...Place.fields, email: Schema.String }),
      Result: DirectoryRow,
      execute: ({ email, orgId }) => sql`
        SELECT org_id, id, full_name, email, role, department, manager_email, timezone, status, created_at, updated_at
        FROM org_employees WHERE org_id = ${orgId} AND lower(email) = lower(${email})`
    })

    const offboardings = all({
      Request: After,
      Result: OffboardingRow,
      execute: ({ after, limit, orgId, userId }) => sql`
        SELECT o.org_id, o.id,
          CASE WHEN k.destroyed_at IS NULL THEN o.employee_name ELSE '[erased]' END AS employee_name,
          CASE WHEN k.destroyed_at IS NULL THEN o.employee_email END AS employee_email,
          o.exit_date, o.status, o.separation_type, o.created_at, o.completed_at
        FROM offboardings o
        JOIN audit_person_keys k ON k.org_id = o.org_id AND k.id = o.person_key_id
        WHERE o.org_id = ${orgId} AND o.initiated_by = ${userId} AND ${behind(sql, { "o.id": after })}
        ORDER BY o.id LIMIT ${limit}`
    })

    const lastEntry = one({
      Request: OrgId,
      Result: Schema.Struct({ seq: Schema.BigInt }),
      execute: (orgId) => sql`SELECT COALESCE(max(seq), 0) AS seq FROM audit_entries WHERE org_id = ${orgId}`
    })

    const auditTrail = all({
      Request: TrailPage,
      Result: AuditRow,
      execute: ({ after, email, limit, orgId, personKeyIds, through, userId }) => sql`
          SELECT e.org_id, e.seq, e.id, e.created_at, e.action, e.target, e.details,
            e.actor_id IS NOT DISTINCT FROM ${userId}::uuid AS by_you
          FROM audit_entries e
          WHERE e.org_id = ${orgId} AND e.seq > ${after}::bigint AND e.seq <= ${through}::bigint AND (
            e.actor_id = ${userId}::uuid
            OR e.offboarding_id IS NULL AND (
              e.org_employee_id IN (
                SELECT id FROM org_employees WHERE org_id = ${orgId} AND lower(email) = lower(${email})
              )
              OR EXISTS (
                SELECT FROM unnest(${personKeyIds}::uuid[]) AS k (id)
                WHERE strpos(e.target, '[[aps:v1:' || k.id || ':') > 0 OR strpos(e.details, '[[aps:v1:' || k.id || ':') > 0
              )
            )
          )
          ORDER BY e.seq LIMIT ${limit}`
    })

    const notifications = all({
      Request: After,
      Result: NotificationRow,
      execute: ({ after, limit, orgId, userId }) => sql`
        SELECT org_id, id, type, title, body, created_at, read_at FROM notifications
        WHERE org_id = ${orgId} AND user_id = ${userId} AND ${behind(sql, { id: after })}
        ORDER BY id LIMIT ${limit}`
    })

    const apiKeys = all({
      Request: Schema.Struct({ ...Place.fields, now: Instant }),
      Result: ApiKeyRow,
      execute: ({ now, orgId, userId }) => sql`
        SELECT org_id, id, name, key_prefix, scopes, created_at, last_used_at, expires_at FROM api_keys
        WHERE org_id = ${orgId} AND created_by = ${userId} AND revoked_at IS NULL
          AND (expires_at IS NULL OR expires_at > ${now})
        ORDER BY created_at, id`
    })

    return {
      account: (userId: UserId, now: DateTime.Utc) => Transaction.use(() => Effect.orDie(account(userId, now))),
      directoryRecords,
      /** By id, those after the given one. */
      offboardings,
      /** The number of the newest entry; 0 without any. */
      lastEntry: (orgId: OrgId) => lastEntry(orgId).pipe(Effect.map(({ seq }) => seq)),
      /**
       * Stored texts of the entries after one number and through the other, oldest first: those by the user, and those
       * about them that concern no offboarding, which may be their own and unknown to them (organisation-84).
       */
      auditTrail,
      /** By id, those after the given one. */
      notifications,
      apiKeys
    }
  })
}) {
  static readonly layer = Layer.effect(AccountExportRepo, AccountExportRepo.make)
}
