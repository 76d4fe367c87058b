import { CalendarDate } from "@svc/contract/kernel/dates"
import { OrgId } from "@svc/contract/kernel/ids"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { all, Instant, one, send } from "#platform/database/statements"

const LastDay = Schema.Struct({ exit_date: CalendarDate, timezone: Schema.NullOr(Schema.String) })
export type LastDay = typeof LastDay.Type

/** `due_ms`: milliseconds since 1970, for a year 10000 has no text that PostgreSQL reads. */
const Plan = Schema.fromJsonString(Schema.Array(Schema.Struct({ ...LastDay.fields, due_ms: Schema.Int })))
type PlannedDays = typeof Plan.Type

/** All schedules of an organization in one statement each, whatever their number. */
export class ReschedulingRepo extends Context.Service<ReschedulingRepo>()("svc/revocations/ReschedulingRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const unrevoked = sql.literal(`o.status NOT IN ('completed', 'cancelled') AND EXISTS (
      SELECT FROM revocation_apps a WHERE a.org_id = o.org_id AND a.offboarding_id = o.id
        AND a.outcome IS DISTINCT FROM 'revoked' AND a.removal_confirmed_at IS NULL)`)
    const planned = (days: string) => sql`
      SELECT exit_date, timezone, to_timestamp(due_ms / 1000.0) AS due_at
      FROM jsonb_to_recordset(${days}::jsonb) AS day (exit_date date, timezone text, due_ms bigint)`

    const scheduledDays = all({
      Request: OrgId,
      Result: LastDay,
      execute: (orgId) => sql`
        SELECT DISTINCT o.exit_date, o.timezone FROM revocation_schedules s
        JOIN offboardings o ON o.org_id = s.org_id AND o.id = s.offboarding_id
        WHERE s.org_id = ${orgId} AND o.timezone IS NULL AND o.access_ends_at IS NULL AND ${unrevoked}`
    })
    const openDays = all({
      Request: OrgId,
      Result: LastDay,
      execute: (orgId) => sql`
        SELECT DISTINCT o.exit_date, o.timezone FROM offboardings o WHERE o.org_id = ${orgId} AND ${unrevoked}`
    })
    const One = Schema.Struct({ orgId: OrgId, days: Plan })
    const Changed = Schema.Struct({ changed: Schema.Int })
    const move = one({
      Request: One,
      Result: Changed,
      execute: ({ days, orgId }) => sql`
        WITH planned AS MATERIALIZED (${planned(days)}), moved AS (
          UPDATE revocation_schedules s SET due_at = planned.due_at
          FROM planned
          JOIN offboardings o ON o.exit_date = planned.exit_date AND o.timezone IS NULL AND o.access_ends_at IS NULL
          WHERE s.org_id = ${orgId} AND o.org_id = ${orgId} AND o.id = s.offboarding_id AND s.due_at <> planned.due_at
            AND ${unrevoked}
          RETURNING 1
        )
        SELECT count(*)::int AS changed FROM moved`
    })
    const scheduleAhead = one({
      Request: Schema.Struct({ ...One.fields, now: Instant }),
      Result: Changed,
      execute: ({ days, now, orgId }) => sql`
        WITH planned AS MATERIALIZED (${planned(days)}), scheduled AS (
          INSERT INTO revocation_schedules (org_id, offboarding_id, due_at)
          SELECT o.org_id, o.id, coalesce(o.access_ends_at, planned.due_at)
          FROM offboardings o
          JOIN planned ON planned.exit_date = o.exit_date AND planned.timezone IS NOT DISTINCT FROM o.timezone
          WHERE o.org_id = ${orgId} AND ${unrevoked} AND coalesce(o.access_ends_at, planned.due_at) > ${now}
          -- In one order for everybody, so that two transactions never wait for each other.
          ORDER BY o.id
          ON CONFLICT (org_id, offboarding_id) DO UPDATE SET due_at = EXCLUDED.due_at
          RETURNING 1
        )
        SELECT count(*)::int AS changed FROM scheduled`
    })
    const clear = one({
      Request: OrgId,
      Result: Changed,
      execute: (orgId) => sql`
        WITH cleared AS (DELETE FROM revocation_schedules WHERE org_id = ${orgId} RETURNING 1)
        SELECT count(*)::int AS changed FROM cleared`
    })
    const changed = Effect.map((row: typeof Changed.Type) => row.changed)

    return {
      /** Refused by `organisations_revocation_settings` when they are others by now; else they stay until the end. */
      requireSettings: ({
        autoRevoke,
        orgId,
        timezone
      }: {
        readonly orgId: OrgId
        readonly timezone: string
        readonly autoRevoke: boolean
      }) => send(sql`SELECT hold_revocation_settings(${orgId}::uuid, ${timezone}::text, ${autoRevoke}::boolean)`),
      /**
       * Last days of open, scheduled cases that are not revoked and follow the organization's zone: those without a
       * time of their own.
       */
      scheduledDays,
      /** Gives the schedules of these days in these cases their new moment; answers how many changed. */
      move: (orgId: OrgId, days: PlannedDays) => move({ orgId, days }).pipe(changed),
      /** The last days of the open cases of which an app is neither revoked nor confirmed removed. */
      openDays,
      /** Schedules those cases of these days whose moment, their own or the day's, is later than now; answers how many. */
      scheduleAhead: (orgId: OrgId, days: PlannedDays, now: DateTime.Utc) =>
        scheduleAhead({ orgId, days, now }).pipe(changed),
      /** Answers how many there were. */
      clear: (orgId: OrgId) => clear(orgId).pipe(changed)
    }
  })
}) {
  static readonly layer = Layer.effect(ReschedulingRepo, ReschedulingRepo.make)
}
