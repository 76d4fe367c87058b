import type { HrisOrigin } from "@svc/contract/hris/schema"
import { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { all, Instant, maybe, one, perform, send } from "#platform/database/statements"

const Row = Schema.Struct({
  id: Schema.String,
  external_digest: Schema.String,
  left_on: Schema.String,
  day_told: Schema.Boolean,
  withdrawn: Schema.Boolean
})

const SourceKey = Schema.Struct({ orgId: OrgId, source: Schema.String })
type SourceKey = typeof SourceKey.Type

interface NewLeaving extends SourceKey {
  readonly id: string
  readonly externalDigest: string
  readonly personKeyId: string
  readonly employeeId: string | null
  readonly sealedName: string
  readonly sealedEmail: string | null
  readonly leftOn: string
  readonly dayTold: boolean
  readonly readBefore: DateTime.Utc | null
  readonly now: DateTime.Utc
}

/** Leavings deleted by one statement. */
const deletedAtOnce = 5_000

/** The leavings that sources reported, and what was read of each source. */
export class LeavingsRepo extends Context.Service<LeavingsRepo>()("svc/hris/LeavingsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    const find = all({
      Request: Schema.Struct({ ...SourceKey.fields, digests: Schema.Array(Schema.String) }),
      Result: Row,
      execute: ({ digests, orgId, source }) => sql`
        SELECT id::text AS id, external_digest, left_on::text AS left_on, day_told, withdrawn_at IS NOT NULL AS withdrawn
        FROM hris_leavings
        WHERE org_id = ${orgId} AND source = ${source} AND external_digest = ANY(${digests}::text[])
        ORDER BY left_on, id`
    })
    const count = one({
      Request: SourceKey,
      Result: Schema.Struct({ count: Schema.Int }),
      execute: ({ orgId, source }) => sql`
        SELECT count(*)::int AS count FROM hris_leavings WHERE org_id = ${orgId} AND source = ${source}`
    })
    const lastRead = maybe({
      Request: SourceKey,
      Result: Schema.Struct({ last_read_at: Schema.NullOr(Instant) }),
      execute: ({ orgId, source }) => sql`
        SELECT last_read_at FROM hris_sources WHERE org_id = ${orgId} AND source = ${source}`
    })

    const ofIds = (orgId: OrgId, ids: ReadonlyArray<string>) => sql`org_id = ${orgId} AND id = ANY(${ids}::uuid[])`

    return {
      /** Of the people with these digests, the oldest leaving first. */
      find: (key: SourceKey, digests: ReadonlyArray<string>) => find({ ...key, digests }),
      count: (key: SourceKey) => Effect.map(count(key), (row) => row.count),
      insert: (one: NewLeaving) => {
        const now = DateTime.toDateUtc(one.now)
        const before = one.readBefore === null ? null : DateTime.toDateUtc(one.readBefore)
        return send(sql`
          INSERT INTO hris_leavings (org_id, id, source, external_digest, person_key_id, employee_id, sealed_name,
            sealed_email, left_on, day_told, read_before, first_seen_at, last_seen_at)
          VALUES (${one.orgId}, ${one.id}, ${one.source}, ${one.externalDigest}, ${one.personKeyId}, ${one.employeeId},
            ${one.sealedName}, ${one.sealedEmail}, ${one.leftOn}::text::date, ${one.dayTold}, ${before}, ${now}, ${now})`)
      },
      setDay: (
        orgId: OrgId,
        id: string,
        { day_told, left_on }: { readonly left_on: string; readonly day_told: boolean }
      ) =>
        send(sql`
          UPDATE hris_leavings SET left_on = ${left_on}::text::date, day_told = ${day_told}, withdrawn_at = NULL
          WHERE org_id = ${orgId} AND id = ${id}`),
      /** Written at most once in 20 hours: the sync is hourly, and the rows are many. */
      seen: (orgId: OrgId, ids: ReadonlyArray<string>, now: DateTime.Utc) =>
        send(sql`
          UPDATE hris_leavings SET last_seen_at = ${DateTime.toDateUtc(now)}
          WHERE ${ofIds(orgId, ids)} AND last_seen_at < ${DateTime.toDateUtc(now)}::timestamptz - interval '20 hours'`),
      /** The record that the person has in the directory. */
      link: (orgId: OrgId, id: string, employeeId: string) =>
        send(sql`
          UPDATE hris_leavings SET employee_id = ${employeeId}
          WHERE org_id = ${orgId} AND id = ${id} AND employee_id IS DISTINCT FROM ${employeeId}::uuid`),
      remove: (orgId: OrgId, ids: ReadonlyArray<string>) =>
        send(sql`DELETE FROM hris_leavings WHERE ${ofIds(orgId, ids)}`),
      withdraw: (orgId: OrgId, ids: ReadonlyArray<string>, now: DateTime.Utc) =>
        send(sql`UPDATE hris_leavings SET withdrawn_at = ${DateTime.toDateUtc(now)} WHERE ${ofIds(orgId, ids)}`),
      /** When the source was last read in full. */
      lastRead,
      /** It was read in full now. */
      read: ({
        now,
        orgId,
        origin,
        source,
        tellsDays
      }: SourceKey & { readonly origin: HrisOrigin; readonly tellsDays: boolean; readonly now: DateTime.Utc }) =>
        perform(sql`
          INSERT INTO hris_sources AS s (org_id, source, origin, tells_days, first_read_at, last_read_at)
          VALUES (${orgId}, ${source}, ${origin}, ${tellsDays}, ${DateTime.toDateUtc(now)}, ${DateTime.toDateUtc(now)})
          ON CONFLICT (org_id, source) DO UPDATE SET tells_days = EXCLUDED.tells_days,
            first_read_at = coalesce(s.first_read_at, EXCLUDED.first_read_at), last_read_at = EXCLUDED.last_read_at`),
      /** It reported more leavings than are kept. */
      leftOut: ({
        now,
        orgId,
        origin,
        source,
        tellsDays
      }: SourceKey & { readonly origin: HrisOrigin; readonly tellsDays: boolean; readonly now: DateTime.Utc }) =>
        perform(sql`
          INSERT INTO hris_sources (org_id, source, origin, tells_days, left_out_at)
          VALUES (${orgId}, ${source}, ${origin}, ${tellsDays}, ${DateTime.toDateUtc(now)})
          ON CONFLICT (org_id, source) DO UPDATE SET left_out_at = EXCLUDED.left_out_at`),
      /** Deletes leavings before that day; returns the number, so that the caller repeats it. */
      deleteBefore: (orgId: OrgId | undefined, day: string) =>
        Effect.map(
          Effect.orDie(system`
            DELETE FROM hris_leavings WHERE (org_id, id) IN (
              SELECT l.org_id, l.id FROM hris_leavings l
              WHERE l.left_on < ${day}::text::date AND ${ofOrganisation(system, orgId, "l.org_id")}
              ORDER BY l.left_on LIMIT ${deletedAtOnce})
            RETURNING 1`),
          (rows) => rows.length
        )
    }
  })
}) {
  static readonly layer = Layer.effect(LeavingsRepo, LeavingsRepo.make)
}
