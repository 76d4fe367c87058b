import { OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import type { OffsetParams } from "@svc/contract/kernel/paging"
import { RevocationRun } from "@svc/contract/revocations/schema"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { all, Instant, one } from "#platform/database/statements"

const { account: _account, ...shownResult } = RevocationRun.fields.results.value.fields
const { asked_email: _email, asked_username: _username, ...shown } = RevocationRun.fields

/** A run with what is opened before it is shown. */
const Row = Schema.Struct({
  ...shown,
  sealed_identifiers: Schema.NullOr(Schema.String),
  results: Schema.Array(Schema.Struct({ ...shownResult, sealed_account: Schema.NullOr(Schema.String) })),
  due_at: Schema.NullOr(Instant),
  created_at: Instant,
  started_at: Schema.NullOr(Instant),
  finished_at: Schema.NullOr(Instant)
})

interface CaseKey {
  readonly orgId: OrgId
  readonly offboardingId: OffboardingId
}
const CaseKey = Schema.Struct({ orgId: OrgId, offboardingId: OffboardingId })

/** The runs of a case as they are read; `RevocationRunsRepo` writes them. */
export class HistoryRepo extends Context.Service<HistoryRepo>()("svc/revocations/HistoryRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const count = one({
      Request: CaseKey,
      Result: Schema.Struct({ total: Schema.Int }),
      execute: ({ offboardingId, orgId }) => sql`
        SELECT count(*)::int AS total FROM revocation_runs
        WHERE org_id = ${orgId} AND offboarding_id = ${offboardingId}`
    })
    const page = all({
      Request: Schema.Struct({ ...CaseKey.fields, limit: Schema.Int, offset: Schema.Int }),
      Result: Row,
      execute: ({ limit, offboardingId, offset, orgId }) => sql`
        SELECT r.id, r.trigger, r.status, r.due_at, r.created_at, r.started_at, r.finished_at, r.retry,
          r.sealed_identifiers,
          r.identity <> (SELECT o.identity FROM offboardings o WHERE o.org_id = r.org_id AND o.id = r.offboarding_id)
            AS former_person,
          CASE WHEN r.actor_id IS NOT NULL THEN json_build_object('id', r.actor_id, 'full_name',
            (SELECT u.full_name FROM users u WHERE u.id = r.actor_id)) END AS started_by,
          (SELECT coalesce(json_agg(json_build_object(
              'service', t.service_name, 'outcome', t.outcome, 'message', t.message,
              'vendor_status', t.vendor_status, 'verified', t.verified, 'still_active', t.still_active,
              'next_try_at', (SELECT y.next_attempt_at FROM revocation_retries y WHERE y.org_id = t.org_id
                AND y.offboarding_id = r.offboarding_id AND y.service_name = t.service_name AND y.run_id = t.run_id),
              'sealed_account', t.sealed_account, 'started_at', t.started_at, 'finished_at', t.finished_at
            ) ORDER BY t.position, t.service_name), '[]')
            FROM revocation_results t WHERE t.org_id = r.org_id AND t.run_id = r.id) AS results
        FROM revocation_runs r
        WHERE r.org_id = ${orgId} AND r.offboarding_id = ${offboardingId}
        ORDER BY r.created_at DESC, r.id DESC LIMIT ${limit} OFFSET ${offset}`
    })

    return {
      count: (key: CaseKey) => Effect.map(count(key), ({ total }) => total),
      /** Newest first. */
      page: (key: CaseKey, options: OffsetParams) => page({ ...key, ...options })
    }
  })
}) {
  static readonly layer = Layer.effect(HistoryRepo, HistoryRepo.make)
}
