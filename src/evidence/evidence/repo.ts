import { ChainAnchor } from "@svc/contract/audit/files"
import { trailerPattern } from "@svc/contract/audit/trailer"
import {
  EvidenceAssets,
  EvidenceCase,
  EvidenceChecklist,
  EvidencePortalVisit,
  EvidenceRevocations
} from "@svc/contract/evidence/schema"
import { OffboardingId, OrgId, PersonKeyId, Uuid } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { jsonOf } from "#platform/database/columns"
import { Transaction } from "#platform/database/db"
import { all, Instant, maybe, one } from "#platform/database/statements"

const { account: _app, ...shownApp } = EvidenceRevocations.fields.apps.value.fields
const { asked_email: _email, asked_username: _username, ...shownRun } = EvidenceRevocations.fields.runs.value.fields
const { account: _result, ...shownResult } = shownRun.results.value.fields

/** Removals as they are stored: accounts and addresses are sealed. */
const StoredRevocations = Schema.Struct({
  ...EvidenceRevocations.fields,
  apps: Schema.Array(Schema.Struct({ ...shownApp, sealed_account: Schema.NullOr(Schema.String) })),
  runs: Schema.Array(
    Schema.Struct({
      ...shownRun,
      sealed_identifiers: Schema.NullOr(Schema.String),
      results: Schema.Array(Schema.Struct({ ...shownResult, sealed_account: Schema.NullOr(Schema.String) }))
    })
  )
})
export type StoredRevocations = typeof StoredRevocations.Type

const { cancel_reason: _readable, ...shown } = EvidenceCase.fields

/** The case, with what must be opened before it is shown. */
const CaseRecord = Schema.Struct({
  ...shown,
  person_key_id: PersonKeyId,
  sealed_cancel_reason: Schema.NullOr(Schema.String)
})

/** The case, and all that hangs on it. */
const Records = Schema.Struct({
  case: CaseRecord,
  revocations: StoredRevocations,
  checklist: EvidenceChecklist,
  assets: EvidenceAssets
})
/** From the first entry about the case to the last; null when retention has removed them all. */
const Span = Schema.Struct({ first: Schema.NullOr(Schema.BigInt), last: Schema.NullOr(Schema.BigInt) })

const { signed_at: _signedAt, ...recorded } = ChainAnchor.fields
const AnchorRow = Schema.Struct({
  ...recorded,
  entry_created_at: Instant,
  anchored_at: Instant,
  seq: Schema.BigInt
})

const PortalVisitRow = Schema.Struct({
  entry_id: Uuid,
  action: Schema.Literals(["portal_viewed", ...EvidencePortalVisit.fields.action.literals]),
  at: Instant,
  document_id: Schema.NullOr(Uuid),
  sealed_from: Schema.String
})
export type PortalVisitRow = typeof PortalVisitRow.Type

/** The oldest ones; `audit.json` has all of them. */
const maxPortalVisits = 1000

/** Anchors in addition to the one that covers everything. */
const mostAnchors = 100

/** What a case's evidence is made of. */
export class EvidenceRepo extends Context.Service<EvidenceRepo>()("svc/evidence/EvidenceRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const actor = (column: string) =>
      sql.literal(
        `(CASE WHEN ${column} IS NOT NULL THEN json_build_object('id', ${column}, 'full_name',
          (SELECT u.full_name FROM users u WHERE u.id = ${column})) END)`
      )
    const confirmation = (at: string, by: string) =>
      sql`CASE WHEN ${sql.literal(at)} IS NOT NULL THEN
        json_build_object('at', ${sql.literal(at)}, 'by', ${actor(by)}) END`
    // What was read back is proven best; a word of the vendor or of a colleague is as good as they are, and none where
    // the account was seen active.
    const provenBy = (verified: string, outcome: string, byHand: string) =>
      sql.literal(`CASE WHEN ${outcome} = 'revoked' AND ${verified} THEN 'read_back'
        WHEN ${outcome} = 'revoked' THEN 'vendor_answer' WHEN ${byHand} THEN 'confirmed_by_hand' END`)

    const believed = `(CASE WHEN a.verified OR NOT EXISTS (SELECT FROM residual_access_findings f WHERE f.org_id = a.org_id
      AND f.offboarding_id = a.offboarding_id AND f.service_name = a.service_name AND f.identity = o.identity
      AND f.resolved_at IS NULL)
      THEN a.outcome END)`

    const records = maybe({
      Request: Schema.Struct({ orgId: OrgId, id: OffboardingId }),
      Result: Records,
      execute: ({ id, orgId }) => sql`
        SELECT
          ${jsonOf(CaseRecord, "o", {
            initiated_by: actor("o.initiated_by"),
            confirmations: sql`json_build_object(
              'nothing_to_revoke', ${confirmation("o.no_apps_confirmed_at", "o.no_apps_confirmed_by")},
              'assets_returned', ${confirmation("o.asset_return_confirmed_at", "o.asset_return_confirmed_by")})`
          })} AS "case",
          json_build_object(
            'scheduled_at', (SELECT s.due_at FROM revocation_schedules s
              WHERE s.org_id = o.org_id AND s.offboarding_id = o.id),
            'address_changes', (SELECT coalesce(json_agg(json_build_object(
                'changed_at', x.changed_at, 'changed_by', ${actor("x.changed_by")}, 'before', x.sealed_before,
                'after', x.sealed_after
              ) ORDER BY x.identity), '[]')
              FROM offboarding_address_changes x WHERE x.org_id = o.org_id AND x.offboarding_id = o.id),
            'apps', (SELECT coalesce(json_agg(json_build_object(
                'service', a.service_name, 'outcome', a.outcome,
                'proven_by', ${provenBy("a.verified", believed, "a.removal_confirmed_at IS NOT NULL")},
                'revoked_at', a.revoked_at, 'sealed_account', a.sealed_account,
                'done_for_another', a.done_for_another,
                'confirmed_by_hand', ${confirmation("a.removal_confirmed_at", "a.removal_confirmed_by")}
              ) ORDER BY a.position, a.service_name), '[]')
              FROM revocation_apps a WHERE a.org_id = o.org_id AND a.offboarding_id = o.id),
            'runs', (SELECT coalesce(json_agg(json_build_object(
                'sealed_identifiers', r.sealed_identifiers, 'former_person', r.identity <> o.identity,
                'id', r.id, 'trigger', r.trigger, 'started_by', ${actor("r.actor_id")}, 'status', r.status,
                'created_at', r.created_at, 'started_at', r.started_at, 'finished_at', r.finished_at,
                'results', (SELECT coalesce(json_agg(json_build_object(
                    'service', t.service_name, 'outcome', t.outcome, 'message', t.message,
                    'vendor_status', t.vendor_status, 'verified', t.verified, 'still_active', t.still_active,
                    'sealed_account', t.sealed_account,
                    'proven_by', ${provenBy("t.verified", "(CASE WHEN NOT t.still_active THEN t.outcome END)", "false")},
                    'started_at', t.started_at, 'finished_at', t.finished_at
                  ) ORDER BY t.position, t.service_name), '[]')
                  FROM revocation_results t WHERE t.org_id = r.org_id AND t.run_id = r.id)
              ) ORDER BY r.created_at, r.id), '[]')
              FROM revocation_runs r WHERE r.org_id = o.org_id AND r.offboarding_id = o.id)
          ) AS revocations,
          (SELECT coalesce(json_agg(${jsonOf(EvidenceChecklist.value, "c")} ORDER BY c.position, c.created_at, c.id), '[]')
            FROM checklist_items c WHERE c.org_id = o.org_id AND c.offboarding_id = o.id) AS checklist,
          (SELECT coalesce(json_agg(${jsonOf(EvidenceAssets.value, "s")} ORDER BY s.item_name, s.serial_number), '[]')
            -- A value of its own: within row-level security no index serves what is compared to an expression of rows.
            FROM (SELECT coalesce(o.org_employee_id,
              (SELECT e.id FROM org_employees e WHERE e.org_id = o.org_id AND e.lower_email = o.lower_employee_email)
            ) AS id OFFSET 0) holder
            JOIN assets s ON s.org_id = o.org_id AND s.org_employee_id = holder.id) AS assets
        FROM offboardings o WHERE o.org_id = ${orgId} AND o.id = ${id}`
    })

    const entriesOf = one({
      Request: Schema.Struct({ orgId: OrgId, id: OffboardingId }),
      Result: Span,
      execute: ({ id, orgId }) => sql`
        SELECT min(seq) AS first, max(seq) AS last FROM audit_entries
        WHERE org_id = ${orgId} AND offboarding_id = ${id}`
    })

    const portalVisits = all({
      Request: Schema.Struct({ orgId: OrgId, id: OffboardingId }),
      Result: PortalVisitRow,
      execute: ({ id, orgId }) => sql`
        SELECT id AS entry_id, action, created_at AS at,
          substring(details from '^document: ([0-9a-f-]{36}), ')::uuid AS document_id,
          coalesce(substring(details from 'from: (\\S+)'), '') AS sealed_from
        FROM audit_entries
        WHERE org_id = ${orgId} AND offboarding_id = ${id} AND action = ANY(${PortalVisitRow.fields.action.literals}::text[])
        ORDER BY seq LIMIT ${maxPortalVisits}`
    })

    // Nothing is written about a case before it is there; clocks of several processes differ by less.
    const numbersOf = (orgId: OrgId, id: OffboardingId) => sql<{ readonly seq: number }>`
      SELECT e.seq::float8 AS seq FROM audit_entries e WHERE e.org_id = ${orgId} AND e.offboarding_id = ${id}
      UNION
      SELECT e.seq::float8 FROM offboardings o
      JOIN audit_entries e ON e.org_id = o.org_id AND e.created_at >= o.created_at - interval '1 hour'
      WHERE o.org_id = ${orgId} AND o.id = ${id} AND strpos(e.details, ${` | case ${id}`}) > 0
        AND e.details ~ ${trailerPattern}
      ORDER BY seq`

    const anchorsOf = all({
      Request: Schema.Struct({ orgId: OrgId, first: Schema.BigInt, last: Schema.BigInt }),
      Result: AnchorRow,
      execute: ({ first, last, orgId }) => sql`
        WITH covering AS (
          SELECT * FROM audit_anchors WHERE org_id = ${orgId} AND seq >= ${last} ORDER BY seq, anchored_at LIMIT 1
        ), earlier AS (
          SELECT a.* FROM audit_anchors a, covering c
          WHERE a.org_id = ${orgId} AND a.seq >= ${first} AND a.seq <= c.seq AND a.id <> c.id
          ORDER BY a.seq DESC, a.anchored_at DESC LIMIT ${mostAnchors}
        )
        SELECT id, org_id, seq, entry_id, entry_hash, entry_created_at, anchored_at, source, signature, key_id
        FROM (SELECT * FROM covering UNION ALL SELECT * FROM earlier) anchors ORDER BY seq DESC, anchored_at DESC`
    })

    return {
      /** Of one moment. */
      records: (orgId: OrgId, id: OffboardingId) => records({ orgId, id }),
      entriesOf: (orgId: OrgId, id: OffboardingId) => entriesOf({ orgId, id }),
      /** Visits by the portal link, oldest first, as the log has them. */
      portalVisits: (orgId: OrgId, id: OffboardingId) => portalVisits({ orgId, id }),
      /**
       * The numbers of all entries about the case, in order: by the column that finds them, and by what they say themselves,
       * which the hash covers (proof-21).
       */
      numbersOf: (orgId: OrgId, id: OffboardingId) =>
        Effect.map(
          Transaction.use(() => Effect.orDie(numbersOf(orgId, id))),
          (rows) => rows.map(({ seq }) => seq)
        ),
      /** The oldest anchor of this entry or a later one, and the newest of those before it; newest first. */
      anchorsOf: (orgId: OrgId, entries: { readonly first: bigint; readonly last: bigint }) =>
        anchorsOf({ orgId, ...entries })
    }
  })
}) {
  static readonly layer = Layer.effect(EvidenceRepo, EvidenceRepo.make)
}
