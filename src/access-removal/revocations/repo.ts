import type { RecordScope } from "@svc/contract/kernel/access"
import { OffboardingId, OrgId, type UserId } from "@svc/contract/kernel/ids"
import { RevocationOutcome, type RevocationResult, UnsignedDocument } from "@svc/contract/revocations/schema"
import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql, Transaction } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { all, anyRow, exists, Instant, maybe, perform } from "#platform/database/statements"
import { CaseFacts, caseReads, sourceControlUsername, stillActive } from "#records/case-facts"

const Case = Schema.Struct({
  ...CaseFacts.fields,
  access_ends_at: Schema.NullOr(Instant),
  source_control_username: Schema.NullOr(Schema.String)
})
export type RevocationCase = typeof Case.Type

const App = Schema.Struct({
  service_name: Schema.String,
  protocol: Schema.NullOr(Schema.String),
  outcome: Schema.NullOr(RevocationOutcome),
  removal_confirmed_at: Schema.NullOr(Instant),
  still_active: Schema.Boolean
})
const Due = Schema.Struct({ org_id: OrgId, offboarding_id: OffboardingId })

interface CaseKey {
  readonly orgId: OrgId
  readonly offboardingId: OffboardingId
}

/** Apps selected for offboardings, and the schedule of automatic revocation. */
export class RevocationsRepo extends Context.Service<RevocationsRepo>()("svc/revocations/RevocationsRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    const { caseOf, lockCase } = caseReads(sql, Case, {
      source_control_username: sourceControlUsername(sql)
    })

    const apps = all({
      Request: Due,
      Result: App,
      execute: ({ offboarding_id, org_id }) => sql`
        SELECT a.service_name, a.outcome, a.removal_confirmed_at, i.protocol, ${sql.literal(stillActive)} AS still_active
        FROM revocation_apps a
        LEFT JOIN integrations i ON i.org_id = a.org_id AND lower(i.service_name) = lower(a.service_name)
          AND i.can_revoke AND i.connection_status
        WHERE a.org_id = ${org_id} AND a.offboarding_id = ${offboarding_id} ORDER BY a.position, a.service_name`
    })
    const unsigned = all({
      Request: Due,
      Result: UnsignedDocument,
      execute: ({ offboarding_id, org_id }) => sql`
        SELECT id, name FROM compliance_documents
        WHERE org_id = ${org_id} AND offboarding_id = ${offboarding_id} AND esignature_status IN ('sending', 'pending')
        ORDER BY created_at, id`
    })
    const takeDue = maybe({
      Request: Schema.Struct({ ...Due.fields, now: Instant }),
      Result: Schema.Struct({ due_at: Instant }),
      execute: ({ now, offboarding_id, org_id }) => sql`
        DELETE FROM revocation_schedules
        WHERE org_id = ${org_id} AND offboarding_id = ${offboarding_id} AND due_at <= ${now}
        RETURNING due_at`
    })
    const isScheduled = exists({
      Request: Schema.Struct(Due.fields),
      execute: ({ offboarding_id, org_id }) => sql`
        SELECT 1 FROM revocation_schedules WHERE org_id = ${org_id} AND offboarding_id = ${offboarding_id}`
    })
    const due = SqlSchema.findAll({
      Request: Schema.Struct({ orgId: Schema.UndefinedOr(OrgId), now: Instant, limit: Schema.Int }),
      Result: Due,
      execute: ({ limit, now, orgId }) => system`
        SELECT s.org_id, s.offboarding_id FROM revocation_schedules s
        WHERE s.due_at <= ${now} AND ${ofOrganisation(system, orgId, "s.org_id")}
          AND NOT EXISTS (
            SELECT 1 FROM revocation_runs r
            WHERE r.org_id = s.org_id AND r.offboarding_id = s.offboarding_id AND r.status <> 'finished')
        ORDER BY s.due_at LIMIT ${limit}`
    })
    const row = ({ offboardingId, orgId }: CaseKey) => ({ org_id: orgId, offboarding_id: offboardingId })
    const isAt = ({ offboardingId, orgId }: CaseKey) => sql`org_id = ${orgId} AND offboarding_id = ${offboardingId}`

    return {
      /** Locks the case, so that a start and a cancellation follow each other. */
      lockCase: (key: CaseKey, records: RecordScope) => lockCase(key, records, "UPDATE"),
      findCase: caseOf,
      apps: (key: CaseKey) => apps(row(key)),
      /** Documents of the case that are with the person to be signed, oldest first. */
      unsigned: (key: CaseKey) => unsigned(row(key)),
      /** Makes this the selection, in this order; an app that stays keeps what was done about it. */
      select: (key: CaseKey, names: ReadonlyArray<string>) =>
        Transaction.use(({ send }) =>
          Effect.andThen(
            send(sql`DELETE FROM revocation_apps WHERE ${isAt(key)} AND NOT service_name = ANY(${names}::text[])`),
            send(sql`
              INSERT INTO revocation_apps (org_id, offboarding_id, service_name, position)
              SELECT ${key.orgId}::uuid, ${key.offboardingId}::uuid, name, position
              FROM unnest(${names}::text[]) WITH ORDINALITY AS selected (name, position)
              ON CONFLICT (org_id, offboarding_id, service_name) DO UPDATE SET position = EXCLUDED.position`)
          )
        ),
      confirmRemoved: (
        key: CaseKey,
        { at, by, serviceName }: { readonly serviceName: string; readonly at: DateTime.Utc; readonly by: UserId | null }
      ) =>
        perform(sql`
              UPDATE revocation_apps SET removal_confirmed_at = ${DateTime.toDateUtc(at)}, removal_confirmed_by = ${by},
                done_for_another = false
              WHERE ${isAt(key)} AND service_name = ${serviceName}`),
      /** A revoked app stays revoked if a later run finds no account: some vendors forget removed users. */
      saveOutcome: (
        key: CaseKey,
        { outcome, sealedAccount, service, verified }: RevocationResult & { readonly sealedAccount: string | null },
        at: DateTime.Utc
      ) =>
        perform(sql`
              UPDATE revocation_apps SET outcome = ${outcome}, verified = ${verified}, sealed_account = ${sealedAccount},
                done_for_another = false,
                revoked_at = CASE WHEN ${outcome}::text = 'revoked' THEN ${DateTime.toDateUtc(at)}::timestamptz END
              WHERE ${isAt(key)} AND service_name = ${service}
                AND NOT (outcome IS NOT DISTINCT FROM 'revoked' AND ${outcome}::text = 'skipped')`),
      /**
       * The case is about another person from now on: what was done counts no longer. Answers the apps where the access was
       * revoked or confirmed removed.
       */
      becameAnother: (key: CaseKey) =>
        Transaction.use(() =>
          Effect.orDie(sql<{ readonly service_name: string; readonly done_for_another: boolean }>`
            UPDATE revocation_apps SET outcome = NULL, verified = false, revoked_at = NULL, removal_confirmed_at = NULL,
              removal_confirmed_by = NULL, sealed_account = NULL,
              done_for_another = outcome IS NOT DISTINCT FROM 'revoked' OR removal_confirmed_at IS NOT NULL
            WHERE ${isAt(key)} AND (outcome IS NOT NULL OR removal_confirmed_at IS NOT NULL)
            RETURNING service_name, done_for_another`)
        ).pipe(Effect.map((rows) => rows.flatMap((row) => (row.done_for_another ? [row.service_name] : [])))),
      /** Resets everything that was done about the app. */
      accessStands: (key: CaseKey, serviceName: string) =>
        perform(sql`
              UPDATE revocation_apps SET outcome = NULL, verified = false, revoked_at = NULL, removal_confirmed_at = NULL,
                removal_confirmed_by = NULL
              WHERE ${isAt(key)} AND service_name = ${serviceName}`),
      /** Not for apps that a run of the same moment had already; nothing is scheduled for those alone. */
      schedule: (key: CaseKey, dueAt: DateTime.Utc) =>
        Transaction.use(({ send }) => {
          const at = DateTime.toDateUtc(dueAt)
          return send(sql`
            INSERT INTO revocation_schedules (org_id, offboarding_id, due_at)
            SELECT ${key.orgId}::uuid, ${key.offboardingId}::uuid, ${at}::timestamptz
            WHERE EXISTS (
              SELECT FROM revocation_apps a WHERE ${isAt(key)}
                AND a.outcome IS DISTINCT FROM 'revoked' AND a.removal_confirmed_at IS NULL
                AND NOT EXISTS (
                  SELECT FROM revocation_runs r
                  JOIN revocation_results t ON t.org_id = r.org_id AND t.run_id = r.id
                  WHERE r.org_id = a.org_id AND r.offboarding_id = a.offboarding_id
                    AND r.due_at = ${at}::timestamptz AND t.service_name = a.service_name))
            ON CONFLICT (org_id, offboarding_id) DO UPDATE SET due_at = EXCLUDED.due_at`)
        }),
      /** Whether automatic revocation is scheduled and has not run. */
      isScheduled: (key: CaseKey) => isScheduled(row(key)),
      /** Answers whether there was one. */
      unschedule: (key: CaseKey) =>
        anyRow(sql`DELETE FROM revocation_schedules WHERE ${isAt(key)} RETURNING offboarding_id`),
      /** Takes the schedule if it is due; of several takers one gets it. */
      takeDue: (key: CaseKey, now: DateTime.Utc) =>
        takeDue({ ...row(key), now }).pipe(Effect.map(Option.map(({ due_at }) => due_at))),
      /** Cases with a due schedule and no active run, oldest first, of one organization or of all. */
      due: (query: { readonly orgId: OrgId | undefined; readonly now: DateTime.Utc; readonly limit: number }) =>
        Effect.orDie(due(query))
    }
  })
}) {
  static readonly layer = Layer.effect(RevocationsRepo, RevocationsRepo.make)
}
