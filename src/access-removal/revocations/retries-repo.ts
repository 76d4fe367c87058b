import { OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import type { RevocationRunId } from "@svc/contract/revocations/schema"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { all, Instant, perform } from "#platform/database/statements"

const Due = Schema.Struct({ org_id: OrgId, offboarding_id: OffboardingId })

const DueApp = Schema.Struct({ service_name: Schema.String, attempts: Schema.Int, next_attempt_at: Instant })

interface CaseKey {
  readonly orgId: OrgId
  readonly offboardingId: OffboardingId
}

/**
 * Retry queue of apps whose run failed. A row is written by the transaction that ends the run, and is due until the run
 * that it asked for has ended: a process that dies in between loses no retry, and an open run keeps the next one waiting.
 */
export class RetriesRepo extends Context.Service<RetriesRepo>()("svc/revocations/RetriesRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    const due = SqlSchema.findAll({
      Request: Schema.Struct({ orgId: Schema.UndefinedOr(OrgId), now: Instant, limit: Schema.Int }),
      Result: Due,
      execute: ({ limit, now, orgId }) => system`
        SELECT DISTINCT org_id, offboarding_id FROM (
          SELECT t.org_id, t.offboarding_id FROM revocation_retries t
          WHERE t.next_attempt_at <= ${now} AND ${ofOrganisation(system, orgId, "t.org_id")}
            AND NOT EXISTS (
              SELECT FROM revocation_runs r
              WHERE r.org_id = t.org_id AND r.offboarding_id = t.offboarding_id AND r.status <> 'finished')
          ORDER BY t.next_attempt_at LIMIT ${limit}
        ) longest`
    })
    const dueApps = all({
      Request: Schema.Struct({ ...Due.fields, now: Instant }),
      Result: DueApp,
      execute: ({ now, offboarding_id, org_id }) => sql`
        SELECT service_name, attempts, next_attempt_at FROM revocation_retries
        WHERE org_id = ${org_id} AND offboarding_id = ${offboarding_id} AND next_attempt_at <= ${now}
        ORDER BY next_attempt_at, service_name`
    })
    const isAt = ({ offboardingId, orgId }: CaseKey) => sql`org_id = ${orgId} AND offboarding_id = ${offboardingId}`

    return {
      /** Cases with a due app and no open run, longest due first, of one organization or of all. */
      due: (query: { readonly orgId: OrgId | undefined; readonly now: DateTime.Utc; readonly limit: number }) =>
        Effect.orDie(due(query)),
      /** The apps of a case that are due. */
      dueApps: ({ offboardingId, orgId }: CaseKey, now: DateTime.Utc) =>
        dueApps({ org_id: orgId, offboarding_id: offboardingId, now }),
      save: (
        key: CaseKey,
        {
          attempts,
          lastError,
          nextAttemptAt,
          now,
          runId,
          service
        }: {
          readonly service: string
          readonly runId: RevocationRunId
          readonly attempts: number
          readonly lastError: string
          /** When the next one is; null for one that is given up. */
          readonly nextAttemptAt: DateTime.Utc | null
          readonly now: DateTime.Utc
        }
      ) =>
        perform(sql`
          INSERT INTO revocation_retries (org_id, offboarding_id, service_name, run_id, attempts, next_attempt_at,
            last_error, given_up_at)
          SELECT a.org_id, a.offboarding_id, a.service_name, ${runId}::uuid, ${attempts}::integer,
            ${nextAttemptAt === null ? null : DateTime.toDateUtc(nextAttemptAt)}::timestamptz, ${lastError}::text,
            ${nextAttemptAt === null ? DateTime.toDateUtc(now) : null}::timestamptz
          FROM revocation_apps a
          WHERE a.org_id = ${key.orgId} AND a.offboarding_id = ${key.offboardingId} AND a.service_name = ${service}
            AND a.removal_confirmed_at IS NULL
          ON CONFLICT (org_id, offboarding_id, service_name) DO UPDATE SET run_id = EXCLUDED.run_id,
            attempts = EXCLUDED.attempts, next_attempt_at = EXCLUDED.next_attempt_at,
            last_error = EXCLUDED.last_error, given_up_at = EXCLUDED.given_up_at`),
      /** Ends those of these apps. */
      end: (key: CaseKey, services: ReadonlyArray<string>) =>
        perform(sql`
          DELETE FROM revocation_retries WHERE ${isAt(key)} AND service_name = ANY(${services}::text[])`),
      endAll: (key: CaseKey) => perform(sql`DELETE FROM revocation_retries WHERE ${isAt(key)}`)
    }
  })
}) {
  static readonly layer = Layer.effect(RetriesRepo, RetriesRepo.make)
}
