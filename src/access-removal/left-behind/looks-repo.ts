import { LeftBehindKind, LookPhase } from "@svc/contract/left-behind/schema"
import { OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { all, exists, Instant, maybe, perform, send } from "#platform/database/statements"
import { type Holder, makeLeaseQueue } from "#platform/jobs/lease-queue"
import type { CaseKey } from "./items-repo.ts"
import type { Sight } from "./sight.ts"

const Claimed = Schema.Struct({ org_id: OrgId, offboarding_id: OffboardingId, attempts: Schema.Int })
export type ClaimedLook = typeof Claimed.Type

const SightColumns = Schema.Struct({
  service_name: Schema.String,
  kind: LeftBehindKind,
  phase: LookPhase,
  looked_at: Instant,
  why: Schema.NullOr(Schema.String)
})

const Standing = Schema.Struct({ looking: Schema.Boolean, looked_at: Schema.NullOr(Instant) })

const Window = { oldest: Instant, recent: Instant, nightly: Instant, weekly: Instant }
interface Window {
  readonly oldest: DateTime.Utc
  readonly recent: DateTime.Utc
  readonly nightly: DateTime.Utc
  readonly weekly: DateTime.Utc
}

/** When cases are scanned, under which lease, and each scan's result per kind. */
export class LooksRepo extends Context.Service<LooksRepo>()("svc/left-behind/LooksRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    const Key = Schema.Struct({ orgId: OrgId, offboardingId: OffboardingId })

    const inUse = `EXISTS (SELECT FROM org_employees p
      WHERE o.status = 'completed' AND p.org_id = o.org_id AND p.status = 'active'
        AND (p.id = o.org_employee_id OR p.lower_email = o.lower_employee_email))`
    const isInUse = exists({
      Request: Key,
      execute: ({ offboardingId, orgId }) => sql`
        SELECT 1 FROM offboardings o WHERE o.org_id = ${orgId} AND o.id = ${offboardingId} AND ${sql.literal(inUse)}`
    })

    const isOn = (of: string) =>
      system.literal(`EXISTS (SELECT FROM left_behind_settings s WHERE s.org_id = ${of}.org_id AND s.is_on)`)

    const looks = yield* makeLeaseQueue({
      table: "left_behind_looks",
      key: ["org_id", "offboarding_id"],
      lease: "lease_id",
      row: Claimed,
      join: system`JOIN organisations g ON g.id = q.org_id AND NOT g.suspended`,
      due: (now) =>
        system`(q.lease_id IS NULL AND q.next_attempt_at <= ${now} OR q.leased_until <= ${now}) AND ${isOn("q")}`,
      order: "coalesce(q.leased_until, q.next_attempt_at)",
      taken: (now) => system`last_attempt_at = ${now}, next_attempt_at = NULL, attempts = q.attempts + 1`
    })

    const queueNightly = SqlSchema.findAll({
      Request: Schema.Struct({ orgId: Schema.UndefinedOr(OrgId), ...Window, now: Instant, limit: Schema.Int }),
      Result: Schema.Unknown,
      execute: ({ limit, nightly, now, oldest, orgId, recent, weekly }) => system`
        UPDATE left_behind_looks l SET next_attempt_at = ${now} FROM (
          SELECT l.org_id, l.offboarding_id FROM left_behind_looks l
          JOIN organisations g ON g.id = l.org_id AND NOT g.suspended
          JOIN offboardings o ON o.org_id = l.org_id AND o.id = l.offboarding_id
          WHERE l.next_attempt_at IS NULL AND l.lease_id IS NULL AND o.status <> 'cancelled' AND o.employee_email IS NOT NULL
            AND l.last_attempt_at <= CASE WHEN o.completed_at IS NULL OR o.completed_at >= ${recent}
              THEN ${nightly}::timestamptz ELSE ${weekly}::timestamptz END
            AND (o.completed_at IS NULL OR o.completed_at >= ${oldest})
            AND ${isOn("l")}
            AND EXISTS (SELECT FROM left_behind_sights s WHERE s.org_id = l.org_id AND s.offboarding_id = l.offboarding_id)
            AND EXISTS (
              SELECT FROM revocation_apps a WHERE a.org_id = l.org_id AND a.offboarding_id = l.offboarding_id
                AND (a.outcome = 'revoked' OR a.removal_confirmed_at IS NOT NULL))
            AND NOT ${system.literal(inUse)}
            AND ${ofOrganisation(system, orgId, "l.org_id")}
          ORDER BY l.last_attempt_at LIMIT ${limit} FOR UPDATE OF l SKIP LOCKED
        ) old
        WHERE l.org_id = old.org_id AND l.offboarding_id = old.offboarding_id RETURNING 1 AS queued`
    })

    const standing = maybe({
      Request: Key,
      Result: Standing,
      execute: ({ offboardingId, orgId }) => sql`
        SELECT l.next_attempt_at IS NOT NULL OR l.lease_id IS NOT NULL AS looking, (
          SELECT max(s.looked_at) FROM left_behind_sights s
          JOIN offboardings o ON o.org_id = s.org_id AND o.id = s.offboarding_id AND o.identity = s.identity
          WHERE s.org_id = l.org_id AND s.offboarding_id = l.offboarding_id) AS looked_at
        FROM left_behind_looks l WHERE l.org_id = ${orgId} AND l.offboarding_id = ${offboardingId}`
    })

    const sights = all({
      Request: Key,
      Result: SightColumns,
      execute: ({ offboardingId, orgId }) => sql`
        SELECT s.service_name, s.kind, s.phase, s.looked_at, s.why FROM left_behind_sights s
        JOIN offboardings o ON o.org_id = s.org_id AND o.id = s.offboarding_id AND o.identity = s.identity
        WHERE s.org_id = ${orgId} AND s.offboarding_id = ${offboardingId} ORDER BY s.service_name, s.kind, s.looked_at`
    })

    const date = (moment: DateTime.Utc | null) => (moment === null ? null : DateTime.toDateUtc(moment))
    // A request during the scan stays due.
    const dueFrom = (at: DateTime.Utc | null) =>
      sql`next_attempt_at = coalesce(next_attempt_at, ${date(at)}::timestamptz)`

    return {
      /** Makes a scan of a case with apps due; one in progress is followed by another. */
      queue: ({ offboardingId, orgId }: CaseKey, at: DateTime.Utc) =>
        perform(sql`
          INSERT INTO left_behind_looks (org_id, offboarding_id, next_attempt_at)
          SELECT o.org_id, o.id, ${date(at)}::timestamptz FROM offboardings o
          WHERE o.org_id = ${orgId} AND o.id = ${offboardingId} AND o.status <> 'cancelled'
            AND EXISTS (SELECT FROM revocation_apps a WHERE a.org_id = o.org_id AND a.offboarding_id = o.id)
          ON CONFLICT (org_id, offboarding_id) DO UPDATE SET next_attempt_at = EXCLUDED.next_attempt_at, attempts = 0`),
      /** The looks that are due, those that waited longest first. */
      claim: looks.claim,
      /** Ends it: the next is due at that time, or when one was requested during it. */
      done: (look: Holder<OffboardingId>, nextAt: DateTime.Utc | null) =>
        looks.settle(look, sql`attempts = 0, last_error = NULL, ${dueFrom(nextAt)}`),
      failed: (look: Holder<OffboardingId>, error: string, nextAt: DateTime.Utc) =>
        looks.settle(look, sql`last_error = ${error}, ${dueFrom(nextAt)}`),
      /** Makes scans due for cases with findings or earlier scans that none has followed; returns the number. */
      queueNightly: ({
        limit,
        now,
        orgId,
        window
      }: {
        readonly orgId: OrgId | undefined
        readonly window: Window
        readonly now: DateTime.Utc
        readonly limit: number
      }) => Effect.orDie(Effect.map(queueNightly({ orgId, ...window, now, limit }), (rows) => rows.length)),
      /**
       * Whether the apps' results may belong to another person: the case is completed, and its person is active in the
       * directory again, or another active person has the email.
       */
      isInUse,
      standing,
      /** Of the case's present identity. */
      sights,
      saveSights: (
        { offboardingId, orgId }: CaseKey,
        {
          at,
          identity,
          phase,
          sealedAccount,
          service,
          sights: seen
        }: {
          readonly service: string
          readonly phase: LookPhase
          readonly at: DateTime.Utc
          readonly identity: number
          readonly sealedAccount: string | null
          readonly sights: ReadonlyArray<Sight>
        }
      ) =>
        send(sql`
          INSERT INTO left_behind_sights AS s (org_id, offboarding_id, service_name, kind, phase, looked_at, why, identity,
            sealed_account)
          SELECT ${orgId}::uuid, ${offboardingId}::uuid, ${service}::text, kind, ${phase}::text, ${date(at)}::timestamptz, why,
            ${identity}::int, ${sealedAccount}::text
          FROM jsonb_to_recordset(${JSON.stringify(seen.map((sight) => ({ kind: sight.kind, why: sight._tag === "Seen" ? sight.hidden : sight.why })))}::jsonb)
            AS seen (kind text, why text)
          ON CONFLICT (org_id, offboarding_id, service_name, kind, phase)
          DO UPDATE SET looked_at = EXCLUDED.looked_at, why = EXCLUDED.why, identity = EXCLUDED.identity,
            sealed_account = EXCLUDED.sealed_account`)
    }
  })
}) {
  static readonly layer = Layer.effect(LooksRepo, LooksRepo.make)
}
