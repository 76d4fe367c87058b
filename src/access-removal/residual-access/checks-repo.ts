import { OffboardingId, OrgId, PersonKeyId, type UserId } from "@svc/contract/kernel/ids"
import { OffboardingStatus } from "@svc/contract/offboardings/schema"
import type { ResidualAccessId } from "@svc/contract/residual-access/schema"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql, Transaction } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { all, anyRow, Instant, maybe, send } from "#platform/database/statements"

/** One revoked app of one case, and whom the vendor is asked about. */
const Account = Schema.Struct({
  offboarding_id: OffboardingId,
  service_name: Schema.String,
  employee_name: Schema.String,
  employee_email: Schema.String,
  exit_date: Schema.String,
  manager_email: Schema.NullOr(Schema.String),
  person_key_id: PersonKeyId,
  source_control_username: Schema.NullOr(Schema.String),
  identity: Schema.Int,
  /** The account that was revoked; null where it is known by its address alone. */
  sealed_account: Schema.NullOr(Schema.String)
})
export type Account = typeof Account.Type

interface AppKey {
  readonly orgId: OrgId
  readonly offboardingId: OffboardingId
  readonly serviceName: string
}

/** What the app showed of whom; `identity` is that of the case when it was asked, null where that is now. */
interface Seen {
  readonly identity: number | null
  readonly sealedAccount: string | null
  readonly at: DateTime.Utc
}
const openStages = OffboardingStatus.literals.filter((status) => status !== "completed" && status !== "cancelled")

const Window = Schema.Struct({ oldest: Instant, recent: Instant, nightly: Instant, weekly: Instant })

/** What the nightly look goes through, and what it leaves. */
export class ChecksRepo extends Context.Service<ChecksRepo>()("svc/residual-access/ChecksRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    const organisations = SqlSchema.findAll({
      Request: Schema.Struct({ orgId: Schema.UndefinedOr(OrgId), since: Instant }),
      Result: Schema.Struct({ id: OrgId }),
      execute: ({ orgId, since }) => system`
        SELECT g.id FROM organisations g
        WHERE NOT g.suspended AND ${ofOrganisation(system, orgId, "g.id")} AND (EXISTS (
          SELECT FROM offboardings o WHERE o.org_id = g.id AND o.status = ANY(${openStages}::text[]))
          OR EXISTS (
            SELECT FROM offboardings o
            WHERE o.org_id = g.id AND o.status = 'completed' AND coalesce(o.completed_at, o.cancelled_at) >= ${since}))
        ORDER BY g.id`
    })

    const due = all({
      Request: Schema.Struct({ orgId: OrgId, ...Window.fields, limit: Schema.Int }),
      Result: Account,
      execute: ({ limit, nightly, oldest, orgId, recent, weekly }) => sql`
        SELECT o.id AS offboarding_id, a.service_name, o.employee_name, o.employee_email, o.exit_date::text AS exit_date,
          o.manager_email, o.person_key_id, e.source_control_username, o.identity, a.sealed_account
        FROM (
          SELECT * FROM offboardings WHERE org_id = ${orgId} AND status = ANY(${openStages}::text[])
          UNION ALL
          SELECT * FROM offboardings WHERE org_id = ${orgId} AND status = 'completed'
            AND coalesce(completed_at, cancelled_at) >= ${oldest}
        ) o
        -- The apps of each of these cases by the key: there are many more of cases that are no longer looked at.
        CROSS JOIN LATERAL (
          SELECT * FROM revocation_apps r WHERE r.org_id = o.org_id AND r.offboarding_id = o.id OFFSET 0
        ) a
        LEFT JOIN org_employees e ON e.org_id = o.org_id AND e.id = o.org_employee_id
        LEFT JOIN residual_access_checks c
          ON c.org_id = a.org_id AND c.offboarding_id = a.offboarding_id AND c.service_name = a.service_name
        WHERE o.employee_email IS NOT NULL
          AND (a.outcome = 'revoked' OR a.removal_confirmed_at IS NOT NULL OR EXISTS (
            SELECT FROM residual_access_findings f WHERE f.org_id = a.org_id AND f.offboarding_id = a.offboarding_id
              AND f.service_name = a.service_name AND f.identity = o.identity AND f.resolved_at IS NULL))
          AND (c.checked_at IS NULL OR c.checked_at <= CASE WHEN o.status <> 'completed' OR o.completed_at >= ${recent} THEN ${nightly}::timestamptz
            ELSE ${weekly}::timestamptz END)
          AND EXISTS (
            SELECT FROM integrations i WHERE i.org_id = a.org_id AND lower(i.service_name) = lower(a.service_name)
              AND i.can_revoke AND i.connection_status)
          AND NOT (o.status = 'completed' AND EXISTS (
            SELECT FROM org_employees p WHERE p.org_id = o.org_id AND p.status = 'active'
              AND (p.id = o.org_employee_id OR p.lower_email = o.lower_employee_email)))
          AND NOT EXISTS (
            SELECT FROM offboardings later
            WHERE later.org_id = o.org_id AND later.lower_employee_email = o.lower_employee_email
              AND later.status <> 'cancelled' AND (later.created_at, later.id) > (o.created_at, o.id))
        ORDER BY c.checked_at NULLS FIRST, o.completed_at DESC NULLS FIRST, o.id, a.position, a.service_name
        LIMIT ${limit}`
    })

    const Accepted = Schema.Struct({ accepted: Schema.Boolean })
    const saveCheck = maybe({
      Request: Schema.Struct({
        orgId: OrgId,
        offboardingId: OffboardingId,
        serviceName: Schema.String,
        standing: Schema.String,
        identity: Schema.NullOr(Schema.Int),
        sealedAccount: Schema.NullOr(Schema.String),
        at: Instant
      }),
      Result: Accepted,
      execute: ({ at, identity, offboardingId, orgId, sealedAccount, serviceName, standing }) => sql`
        INSERT INTO residual_access_checks AS c (org_id, offboarding_id, service_name, checked_at, standing, identity,
          sealed_account)
        SELECT a.org_id, a.offboarding_id, a.service_name, ${at}, ${standing}, o.identity,
          coalesce(${sealedAccount}::text, a.sealed_account)
        FROM revocation_apps a JOIN offboardings o ON o.org_id = a.org_id AND o.id = a.offboarding_id
        WHERE a.org_id = ${orgId} AND a.offboarding_id = ${offboardingId} AND a.service_name = ${serviceName}
          AND o.identity = coalesce(${identity}::int, o.identity) FOR KEY SHARE OF a
        ON CONFLICT (org_id, offboarding_id, service_name) DO UPDATE SET checked_at = EXCLUDED.checked_at,
          standing = EXCLUDED.standing, identity = EXCLUDED.identity, sealed_account = EXCLUDED.sealed_account,
          accepted = c.accepted AND c.identity = EXCLUDED.identity AND EXCLUDED.standing NOT IN ('inactive', 'absent')
        RETURNING accepted`
    })

    const isAt = ({ offboardingId, orgId, serviceName }: AppKey) =>
      sql`org_id = ${orgId} AND offboarding_id = ${offboardingId} AND service_name = ${serviceName}`

    return {
      /** Organizations with open cases, or with cases completed since then. */
      organisations: (orgId: OrgId | undefined, since: DateTime.Utc) =>
        Effect.orDie(Effect.map(organisations({ orgId, since }), (rows) => rows.map(({ id }) => id))),
      /**
       * Removed accounts that are due, longest unseen first. Without people who came back (active in the directory
       * after completion, or with a later case), and without disconnected apps (work-13).
       */
      due: (orgId: OrgId, window: typeof Window.Type, limit: number) => due({ orgId, ...window, limit }),
      /**
       * Records what was seen; returns whether an active account was accepted, none if the app is no longer selected,
       * or the case is about another person by now.
       */
      saveCheck: (
        key: AppKey,
        seen: Seen & { readonly standing: "active" | "inactive" | "absent" | "unknown" | "other_account" }
      ) => saveCheck({ ...key, ...seen }),
      /** Opens a finding, or says of the open one that it was seen again; answers whether it is new. */
      open: (
        { id, ...key }: AppKey & { readonly id: ResidualAccessId },
        { at, sealedAccount }: Pick<Seen, "sealedAccount" | "at">
      ) =>
        Transaction.use(() =>
          Effect.orDie(sql<{ readonly is_new: boolean }>`
            INSERT INTO residual_access_findings (org_id, id, offboarding_id, service_name, found_at, last_seen_at, identity,
              sealed_account)
            SELECT a.org_id, ${id}::uuid, a.offboarding_id, a.service_name, ${DateTime.toDateUtc(at)}::timestamptz,
              ${DateTime.toDateUtc(at)}::timestamptz, o.identity, coalesce(${sealedAccount}::text, a.sealed_account)
            FROM revocation_apps a JOIN offboardings o ON o.org_id = a.org_id AND o.id = a.offboarding_id
            WHERE a.org_id = ${key.orgId} AND a.offboarding_id = ${key.offboardingId} AND a.service_name = ${key.serviceName}
            ON CONFLICT (org_id, offboarding_id, service_name, identity) WHERE resolved_at IS NULL
            DO UPDATE SET last_seen_at = EXCLUDED.last_seen_at, sealed_account = EXCLUDED.sealed_account
            RETURNING id = ${id} AS is_new`)
        ).pipe(Effect.map(([row]) => row?.is_new === true)),
      /**
       * Ends the open finding of the app, unless it was seen active since; answers whether there was one. That of a former
       * identity stays.
       */
      close: (
        key: AppKey,
        {
          at,
          by,
          resolution
        }: {
          readonly resolution: "revoked" | "gone" | "removed"
          readonly at: DateTime.Utc
          readonly by: UserId | null
        }
      ) =>
        anyRow(sql`
            UPDATE residual_access_findings SET resolution = ${resolution}, resolved_at = ${DateTime.toDateUtc(at)},
              resolved_by = ${by}::uuid
            WHERE ${isAt(key)} AND resolved_at IS NULL AND last_seen_at <= ${DateTime.toDateUtc(at)}
              AND identity = (SELECT o.identity FROM offboardings o
                WHERE o.org_id = ${key.orgId} AND o.id = ${key.offboardingId}) RETURNING id`),
      /** The active account of this app is not news again until it was inactive. */
      accept: (key: AppKey) => send(sql`UPDATE residual_access_checks SET accepted = true WHERE ${isAt(key)}`)
    }
  })
}) {
  static readonly layer = Layer.effect(ChecksRepo, ChecksRepo.make)
}
