import { OffboardingId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { RevocationOutcome, RevocationRunId, RevocationTrigger } from "@svc/contract/revocations/schema"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql, Transaction } from "#platform/database/db"
import { traceParent } from "#platform/observability/trace-links"
import { ofOrganisation } from "#platform/database/fragments"
import { all, anyRow, Instant, maybe, perform } from "#platform/database/statements"
import { type Holder, makeLeaseQueue } from "#platform/jobs/lease-queue"
import type { AppRevocationResult } from "./app-revocation.ts"

const OpenRun = Schema.Struct({ id: RevocationRunId, status: Schema.Literals(["queued", "running"]) })
type OpenRun = typeof OpenRun.Type

const ClaimedRun = Schema.Struct({
  org_id: OrgId,
  id: RevocationRunId,
  offboarding_id: OffboardingId,
  trigger: RevocationTrigger,
  actor_id: Schema.NullOr(UserId),
  created_at: Instant,
  started_at: Instant,
  /** Number of the automatic retry; null for other runs. */
  retry: Schema.NullOr(Schema.Int),
  trace_parent: Schema.NullOr(Schema.String),
  identity: Schema.Int,
  /** Null for a run that was queued before they were kept. */
  sealed_identifiers: Schema.NullOr(Schema.String)
})
export type ClaimedRun = typeof ClaimedRun.Type

const ResultRow = Schema.Struct({
  service_name: Schema.String,
  started_at: Schema.NullOr(Instant),
  outcome: Schema.NullOr(RevocationOutcome),
  message: Schema.NullOr(Schema.String),
  vendor_status: Schema.NullOr(Schema.Int),
  verified: Schema.Boolean,
  still_active: Schema.Boolean,
  sealed_account: Schema.NullOr(Schema.String),
  transient: Schema.Boolean
})
export type ResultRow = typeof ResultRow.Type

const LatestResult = Schema.Struct({
  service_name: Schema.String,
  outcome: Schema.NullOr(RevocationOutcome),
  message: Schema.NullOr(Schema.String),
  started_at: Schema.NullOr(Instant),
  trigger: RevocationTrigger,
  due_at: Schema.NullOr(Instant)
})

export type RunHolder = Holder<RevocationRunId>

/** Runs, their results, and the leases under which workers hold them. */
export class RevocationRunsRepo extends Context.Service<RevocationRunsRepo>()("svc/revocations/RevocationRunsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    const findOpen = maybe({
      Request: Schema.Struct({ orgId: OrgId, offboardingId: OffboardingId }),
      Result: OpenRun,
      execute: ({ offboardingId, orgId }) => sql`
        SELECT id, status FROM revocation_runs
        WHERE org_id = ${orgId} AND offboarding_id = ${offboardingId} AND status <> 'finished'`
    })
    const queue = yield* makeLeaseQueue({
      table: "revocation_runs",
      lease: "leased_by",
      row: ClaimedRun,
      due: () => system`q.status <> 'finished'`,
      order: "q.created_at",
      taken: (now) => system`status = 'running', started_at = COALESCE(q.started_at, ${now}::timestamptz)`
    })
    const results = all({
      Request: Schema.Struct({ orgId: OrgId, id: RevocationRunId }),
      Result: ResultRow,
      execute: ({ id, orgId }) => sql`
        SELECT service_name, started_at, outcome, message, vendor_status, verified, still_active, transient,
          sealed_account
        FROM revocation_results
        WHERE org_id = ${orgId} AND run_id = ${id} ORDER BY position, service_name`
    })
    const latestResults = all({
      Request: Schema.Struct({ orgId: OrgId, offboardingId: OffboardingId }),
      Result: LatestResult,
      execute: ({ offboardingId, orgId }) => sql`
        SELECT DISTINCT ON (x.service_name) x.service_name, x.outcome, x.message, x.started_at, r.trigger, r.due_at
        FROM revocation_runs r JOIN revocation_results x ON x.org_id = r.org_id AND x.run_id = r.id
        WHERE r.org_id = ${orgId} AND r.offboarding_id = ${offboardingId} AND r.status = 'finished'
        ORDER BY x.service_name, r.created_at DESC, r.id DESC`
    })
    const unfinished = SqlSchema.findOne({
      Request: Schema.UndefinedOr(OrgId),
      Result: Schema.Struct({ count: Schema.Int }),
      execute: (orgId) => system`
        SELECT count(*)::int AS count FROM revocation_runs
        WHERE status <> 'finished' AND trigger = 'schedule' AND ${ofOrganisation(system, orgId, "org_id")}`
    })
    return {
      findOpen: (orgId: OrgId, offboardingId: OffboardingId) => findOpen({ orgId, offboardingId }),
      insert: (run: {
        readonly orgId: OrgId
        readonly id: RevocationRunId
        readonly offboardingId: OffboardingId
        readonly trigger: RevocationTrigger
        readonly actorId: UserId | null
        readonly dueAt: DateTime.Utc | null
        readonly retry: number | null
        readonly createdAt: DateTime.Utc
        readonly identity: number
        readonly sealedIdentifiers: string
        readonly apps: ReadonlyArray<string>
      }) =>
        Transaction.use(() =>
          Effect.gen(function* () {
            yield* sql`INSERT INTO revocation_runs ${sql.insert({
              org_id: run.orgId,
              id: run.id,
              offboarding_id: run.offboardingId,
              trigger: run.trigger,
              actor_id: run.actorId,
              retry: run.retry,
              due_at: run.dueAt === null ? null : DateTime.toDateUtc(run.dueAt),
              created_at: DateTime.toDateUtc(run.createdAt),
              identity: run.identity,
              sealed_identifiers: run.sealedIdentifiers,
              trace_parent: yield* traceParent
            })}`
            yield* sql`
              INSERT INTO revocation_results (org_id, run_id, service_name, position, sealed_account)
              SELECT ${run.orgId}::uuid, ${run.id}::uuid, app.name, app.position, tried.sealed_account
              FROM unnest(${run.apps}::text[]) WITH ORDINALITY AS app (name, position)
              LEFT JOIN revocation_apps tried ON ${run.retry}::int IS NOT NULL AND tried.org_id = ${run.orgId}
                AND tried.offboarding_id = ${run.offboardingId} AND tried.service_name = app.name`
          }).pipe(Effect.orDie)
        ),
      /** The apps of the open run, in its order. */
      openApps: (orgId: OrgId, offboardingId: OffboardingId) =>
        Transaction.use(() =>
          Effect.orDie(sql<{ readonly service_name: string }>`
            SELECT a.service_name FROM revocation_runs r
            JOIN revocation_results a ON a.org_id = r.org_id AND a.run_id = r.id
            WHERE r.org_id = ${orgId} AND r.offboarding_id = ${offboardingId} AND r.status <> 'finished'
            ORDER BY a.position, a.service_name`)
        ).pipe(Effect.map((rows) => rows.map(({ service_name }) => service_name))),
      /** What the latest finished run of each app of a case left of it. */
      latestResults: (orgId: OrgId, offboardingId: OffboardingId) => latestResults({ orgId, offboardingId }),
      /** What the case's runs of this schedule had; one that had an app does not get it again. */
      appsOfSchedule: (orgId: OrgId, offboardingId: OffboardingId, dueAt: DateTime.Utc) =>
        Transaction.use(() =>
          Effect.orDie(sql<{ readonly service_name: string }>`
            SELECT a.service_name FROM revocation_runs r
            JOIN revocation_results a ON a.org_id = r.org_id AND a.run_id = r.id
            WHERE r.org_id = ${orgId} AND r.offboarding_id = ${offboardingId}
              AND r.due_at = ${DateTime.toDateUtc(dueAt)}::timestamptz`)
        ).pipe(Effect.map((rows) => rows.map(({ service_name }) => service_name))),
      /** Removes a run of the schedule that no worker has begun; answers whether there was one. */
      removeQueuedSchedule: (orgId: OrgId, offboardingId: OffboardingId) =>
        anyRow(sql`
            DELETE FROM revocation_runs
            WHERE org_id = ${orgId} AND offboarding_id = ${offboardingId} AND trigger = 'schedule' AND status = 'queued'
            RETURNING id`),
      /** The oldest runs first. */
      claim: queue.claim,
      /** Never waits: `busy` while a transaction holds the run, which renews the lease itself (work-148). */
      renew: (holder: RunHolder, leasedUntil: DateTime.Utc) =>
        Effect.orDie(system<{ readonly renewed: boolean; readonly held: boolean }>`
          WITH mine AS MATERIALIZED (
            SELECT id FROM revocation_runs WHERE ${queue.held(holder)} FOR NO KEY UPDATE SKIP LOCKED
          ), renewed AS (
            UPDATE revocation_runs SET leased_until = ${DateTime.toDateUtc(leasedUntil)}
            FROM mine WHERE revocation_runs.org_id = ${holder.orgId} AND revocation_runs.id = mine.id RETURNING 1
          )
          SELECT EXISTS (SELECT FROM renewed) AS renewed,
            EXISTS (SELECT FROM revocation_runs WHERE ${queue.held(holder)}) AS held`).pipe(
          Effect.map(([found]) => (found?.renewed === true ? "renewed" : found?.held === true ? "busy" : "lost"))
        ),
      release: queue.release,
      /** Runs of the schedule that are not finished. */
      unfinishedScheduled: (orgId: OrgId | undefined) =>
        Effect.orDie(Effect.map(unfinished(orgId), ({ count }) => count)),
      lock: queue.lock,
      results,
      /** Written before the vendor is called: tells a call that was cut off from one never made. */
      markStarted: ({ id, orgId }: RunHolder, serviceName: string, at: DateTime.Utc) =>
        perform(sql`
              UPDATE revocation_results SET started_at = COALESCE(started_at, ${DateTime.toDateUtc(at)}::timestamptz)
              WHERE org_id = ${orgId} AND run_id = ${id} AND service_name = ${serviceName}`),
      saveResult: (
        { id, orgId }: RunHolder,
        result: AppRevocationResult & { readonly sealedAccount: string | null },
        at: DateTime.Utc
      ) =>
        perform(sql`
              UPDATE revocation_results SET finished_at = ${DateTime.toDateUtc(at)}, outcome = ${result.outcome},
                message = ${result.message}, vendor_status = ${result.vendorStatus}, verified = ${result.verified},
                still_active = ${result.stillActive === true}, transient = ${result.transient === true},
                sealed_account = coalesce(${result.sealedAccount}, sealed_account)
              WHERE org_id = ${orgId} AND run_id = ${id} AND service_name = ${result.service}`),
      finish: (holder: RunHolder, at: DateTime.Utc) =>
        queue.settle(holder, sql`status = 'finished', finished_at = ${DateTime.toDateUtc(at)}`)
    }
  })
}) {
  static readonly layer = Layer.effect(RevocationRunsRepo, RevocationRunsRepo.make)
}
