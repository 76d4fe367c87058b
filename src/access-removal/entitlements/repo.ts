import { EntitlementId, EntitlementKind, EntitlementsAtApp, EntitlementState } from "@svc/contract/entitlements/schema"
import type { RecordScope } from "@svc/contract/kernel/access"
import { OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { leavingCaseReads } from "#records/case-facts"
import { columnsOf } from "#platform/database/columns"
import { all, exists, Instant, one, perform } from "#platform/database/statements"
import type { FoundEntitlement, Sight } from "./sight.ts"

const Row = Schema.Struct({
  id: EntitlementId,
  service_name: Schema.String,
  kind: EntitlementKind,
  external_id: Schema.String,
  label: Schema.String,
  terms: Schema.Record(Schema.String, Schema.String),
  state: EntitlementState,
  by_hand: Schema.NullOr(Schema.String),
  seen_at: Instant,
  taken_at: Schema.NullOr(Instant),
  returned_at: Schema.NullOr(Instant),
  /** Held by another identity of the case: nothing is concluded of it, and it is not given back. */
  former_identity: Schema.Boolean,
  sealed_account: Schema.NullOr(Schema.String)
})
export type EntitlementRow = typeof Row.Type

const App = Schema.Struct({
  service_name: Schema.String,
  protocol: Schema.NullOr(Schema.String),
  /** The account of the latest outcome; null where there is none, or it is known by its address alone. */
  sealed_account: Schema.NullOr(Schema.String)
})
/** An app of a case; without a protocol it is not connected. */
export type AppRow = typeof App.Type

const SightRow = Schema.Struct({ ...EntitlementsAtApp.fields, service_name: Schema.String, looked_at: Instant })

export interface CaseKey {
  readonly orgId: OrgId
  readonly offboardingId: OffboardingId
}

/** The holder of what a scan found: the case's identity, and the account, encrypted. */
interface Whose {
  readonly identity: number
  readonly sealedAccount: string | null
}

/** What people held before revocation, and the results of the scans. */
export class EntitlementsRepo extends Context.Service<EntitlementsRepo>()("svc/entitlements/EntitlementsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const Key = Schema.Struct({ orgId: OrgId, offboardingId: OffboardingId })

    const { caseOf, lockCase } = leavingCaseReads(sql)
    const apps = all({
      Request: Key,
      Result: App,
      execute: ({ offboardingId, orgId }) => sql`
        SELECT a.service_name, i.protocol, a.sealed_account FROM revocation_apps a
        LEFT JOIN integrations i ON i.org_id = a.org_id AND lower(i.service_name) = lower(a.service_name)
          AND i.can_revoke AND i.connection_status
        WHERE a.org_id = ${orgId} AND a.offboarding_id = ${offboardingId} ORDER BY a.position, a.service_name`
    })
    const columns = columnsOf(Row, "e", { former_identity: sql`e.identity <> o.identity` })
    const ofCase = all({
      Request: Key,
      Result: Row,
      execute: ({ offboardingId, orgId }) => sql`
        SELECT ${columns} FROM entitlements e JOIN offboardings o ON o.org_id = e.org_id AND o.id = e.offboarding_id
        WHERE e.org_id = ${orgId} AND e.offboarding_id = ${offboardingId}
        ORDER BY e.state <> 'taken', e.service_name, array_position('{account,licence,role,group}'::text[], e.kind), e.label,
          e.id`
    })
    const isOpen = exists({
      Request: Schema.Struct({ ...Key.fields, service: Schema.String }),
      execute: ({ offboardingId, orgId, service }) => sql`
        SELECT 1 FROM entitlements e
        JOIN offboardings o ON o.org_id = e.org_id AND o.id = e.offboarding_id AND o.identity = e.identity
        WHERE e.org_id = ${orgId} AND e.offboarding_id = ${offboardingId} AND e.service_name = ${service}
          AND e.state = 'held'`
    })
    const sights = all({
      Request: Key,
      Result: SightRow,
      execute: ({ offboardingId, orgId }) => sql`
        SELECT s.service_name, s.kind, s.phase, s.looked_at, s.why FROM entitlement_sights s
        JOIN offboardings o ON o.org_id = s.org_id AND o.id = s.offboarding_id AND o.identity = s.identity
        WHERE s.org_id = ${orgId} AND s.offboarding_id = ${offboardingId} ORDER BY s.service_name, s.kind, s.phase DESC`
    })
    const lookedBy = all({
      Request: Schema.Struct({ ...Key.fields, runId: Schema.String }),
      Result: Schema.Struct({ service_name: Schema.String }),
      execute: ({ offboardingId, orgId, runId }) => sql`
        SELECT DISTINCT service_name FROM entitlement_sights
        WHERE org_id = ${orgId} AND offboarding_id = ${offboardingId} AND run_id = ${runId}::uuid`
    })
    const timezone = one({
      Request: OrgId,
      Result: Schema.Struct({ timezone: Schema.String }),
      execute: (orgId) => sql`SELECT timezone FROM organisations WHERE id = ${orgId}`
    })
    const isOn = exists({
      Request: OrgId,
      execute: (orgId) => sql`SELECT 1 FROM left_behind_settings WHERE org_id = ${orgId} AND is_on`
    })
    const rowsOf = (items: ReadonlyArray<{ readonly id: EntitlementId; readonly item: FoundEntitlement }>) =>
      sql`jsonb_to_recordset(${JSON.stringify(
        items.map(({ id, item }) => ({
          id,
          kind: item.kind,
          external_id: item.externalId,
          label: item.label,
          terms: item.terms,
          by_hand: item.byHand
        }))
      )}::jsonb) AS seen (id uuid, kind text, external_id text, label text, terms jsonb, by_hand text)`

    return {
      findCase: caseOf,
      lockCase: (key: CaseKey, records: RecordScope) => lockCase(key, records, "NO KEY UPDATE"),
      /** The apps of a case in their order. */
      apps,
      /** Those that were taken first. */
      ofCase,
      /** Whether it is known what was held at the app, but not yet its outcome. */
      isOpen: (key: CaseKey, service: string) => isOpen({ ...key, service }),
      insert: (
        { offboardingId, orgId }: CaseKey,
        service: string,
        found: ReadonlyArray<{ readonly id: EntitlementId; readonly item: FoundEntitlement }>,
        { at, identity, sealedAccount }: Whose & { readonly at: DateTime.Utc }
      ) =>
        found.length === 0
          ? Effect.void
          : perform(sql`
              INSERT INTO entitlements (org_id, id, offboarding_id, service_name, kind, external_id, label, terms, by_hand,
                state, seen_at, identity, sealed_account)
              SELECT ${orgId}::uuid, id, ${offboardingId}::uuid, ${service}::text, kind, external_id, label, terms, by_hand,
                'held', ${DateTime.toDateUtc(at)}::timestamptz, ${identity}::int, ${sealedAccount}::text
              FROM ${rowsOf(found)}
              ON CONFLICT (org_id, offboarding_id, service_name, kind, md5(external_id), identity) DO NOTHING`),
      /** Held, and as it is shown now. */
      // One that was revoked and is back was restored by another party: its seat is no longer free.
      seen: (
        { offboardingId, orgId }: CaseKey,
        items: ReadonlyArray<{ readonly id: EntitlementId; readonly item: FoundEntitlement }>,
        { at, sealedAccount }: Pick<Whose, "sealedAccount"> & { readonly at: DateTime.Utc }
      ) =>
        items.length === 0
          ? Effect.void
          : perform(sql`
              WITH before AS (
                SELECT e.service_name, e.external_id, count(*) AS seats FROM entitlements e JOIN ${rowsOf(items)} ON seen.id = e.id
                WHERE e.org_id = ${orgId} AND e.offboarding_id = ${offboardingId} AND e.state = 'taken' AND e.kind = 'licence'
                GROUP BY e.service_name, e.external_id
              ), unfreed AS (
                UPDATE freed_seats f SET seats = greatest(f.seats - before.seats, 0) FROM before
                WHERE f.org_id = ${orgId} AND f.service_name = before.service_name AND f.licence = before.external_id
              )
              UPDATE entitlements e SET state = 'held', label = seen.label, terms = seen.terms, by_hand = seen.by_hand,
                seen_at = ${DateTime.toDateUtc(at)}, sealed_account = coalesce(e.sealed_account, ${sealedAccount}::text)
              FROM ${rowsOf(items)}
              WHERE e.org_id = ${orgId} AND e.offboarding_id = ${offboardingId} AND e.id = seen.id`),
      /** Their outcomes; also counts freed and reused seats. */
      move: (
        { offboardingId, orgId }: CaseKey,
        ids: ReadonlyArray<EntitlementId>,
        to: EntitlementState,
        at: DateTime.Utc
      ) => {
        if (ids.length === 0) return Effect.void
        const now = sql`${DateTime.toDateUtc(at)}::timestamptz`
        const theirs = sql`e.org_id = ${orgId} AND e.offboarding_id = ${offboardingId} AND e.id = ANY(${ids}::uuid[])`
        return perform(sql`
          WITH changed AS (
            SELECT e.service_name, e.external_id, max(e.label) AS label,
              sum((${to}::text = 'taken')::int - (e.state = 'taken')::int) AS seats
            FROM entitlements e WHERE ${theirs} AND e.kind = 'licence' GROUP BY e.service_name, e.external_id
          ), counted AS (
            INSERT INTO freed_seats AS f (org_id, service_name, licence, label, seats)
            SELECT ${orgId}::uuid, service_name, external_id, label, greatest(seats, 0) FROM changed WHERE seats <> 0
            ORDER BY service_name, external_id
            ON CONFLICT (org_id, service_name, licence) DO UPDATE SET label = EXCLUDED.label,
              seats = greatest(f.seats + (SELECT c.seats FROM changed c
                WHERE c.service_name = f.service_name AND c.external_id = f.licence), 0)
          )
          UPDATE entitlements e SET state = ${to},
            taken_at = CASE WHEN ${to}::text = 'taken' THEN ${now} ELSE e.taken_at END,
            returned_at = CASE WHEN ${to}::text = 'returned' THEN ${now} ELSE e.returned_at END
          WHERE ${theirs}`)
      },
      /** Of the case's present identity. */
      sights,
      /** Apps that this run has scanned before revocation, or started to. */
      lookedBy: (key: CaseKey, runId: string) =>
        Effect.map(lookedBy({ ...key, runId }), (rows) => rows.map(({ service_name }) => service_name)),
      saveSights: (
        { offboardingId, orgId }: CaseKey,
        {
          at,
          identity,
          phase,
          runId,
          sealedAccount,
          service,
          sights: told
        }: {
          readonly service: string
          readonly phase: "before_cut" | "after"
          readonly runId: string | null
          readonly at: DateTime.Utc
          readonly sights: ReadonlyArray<Sight>
        } & Whose
      ) =>
        perform(sql`
          INSERT INTO entitlement_sights (org_id, offboarding_id, service_name, kind, phase, looked_at, run_id, why,
            identity, sealed_account)
          SELECT ${orgId}::uuid, ${offboardingId}::uuid, ${service}::text, kind, ${phase}::text,
            ${DateTime.toDateUtc(at)}::timestamptz, ${runId}::uuid, why, ${identity}::int, ${sealedAccount}::text
          FROM jsonb_to_recordset(${JSON.stringify(told.map((sight) => ({ kind: sight.kind, why: sight._tag === "Seen" ? null : sight.why })))}::jsonb)
            AS seen (kind text, why text)
          ON CONFLICT (org_id, offboarding_id, service_name, kind, phase)
          DO UPDATE SET looked_at = EXCLUDED.looked_at, run_id = EXCLUDED.run_id, why = EXCLUDED.why,
            identity = EXCLUDED.identity, sealed_account = EXCLUDED.sealed_account`),
      /** The organization's IANA zone. */
      timezone: (orgId: OrgId) => Effect.map(timezone(orgId), (row) => row.timezone),
      /** Whether the organization's apps are scanned: the same setting as for orphaned items. */
      isOn
    }
  })
}) {
  static readonly layer = Layer.effect(EntitlementsRepo, EntitlementsRepo.make)
}
