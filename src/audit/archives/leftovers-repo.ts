import { OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema, type Scope } from "effect"
import { SqlClient, SqlError, SqlSchema } from "effect/sql"
import { DedicatedConnection, SystemSql, Transaction } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { send } from "#platform/database/statements"

const Key = Schema.Struct({ storage_key: Schema.String })

/** Whose turn it is with an organisation's archive files, and files that are being written or that nobody needs. */
export class LeftoversRepo extends Context.Service<
  LeftoversRepo,
  {
    /**
     * Waits until nobody else handles the organisation's files, and keeps others waiting until the scope ends; false when
     * that took longer than a minute. A process that dies frees it at once.
     */
    lock(orgId: OrgId): Effect.Effect<boolean, never, Scope.Scope>
    /** The same without waiting. */
    tryHold(orgId: OrgId): Effect.Effect<boolean, never, Scope.Scope>
    /** A file is about to be written. */
    begin(orgId: OrgId, storageKey: string): Effect.Effect<void>
    /** The file has become an archive; false when it was given up meanwhile. In the system's transaction. */
    settle(storageKey: string): Effect.Effect<boolean, never, Transaction>
    /** The file is nobody's any more. In the system's transaction. */
    leave(orgId: OrgId, storageKey: string): Effect.Effect<void, never, Transaction>
    /** Gives up every file of the organisation that has not become an archive; answers all that are to be deleted. */
    giveUp(orgId: OrgId): Effect.Effect<ReadonlyArray<string>>
    forget(storageKey: string): Effect.Effect<void>
    /** The organisations, of which there may be no more, that have left files. */
    owners(orgId: OrgId | undefined): Effect.Effect<ReadonlyArray<OrgId>>
  }
>()("svc/audit-archives/LeftoversRepo") {
  static readonly layer = Layer.effect(
    LeftoversRepo,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const system = yield* SystemSql
      const dedicated = yield* DedicatedConnection

      const nameOf = (orgId: OrgId) => `audit-archives/${orgId}`

      const lock = Effect.fnUntraced(function* (orgId: OrgId) {
        const connection = yield* dedicated.open
        yield* connection`
          SELECT set_config('lock_timeout', '60000', false), set_config('statement_timeout', '90000', false)`
        return yield* connection`SELECT pg_advisory_lock(hashtextextended(${nameOf(orgId)}, 0))`.pipe(
          Effect.as(true),
          Effect.catchIf(
            (error) => SqlError.isSqlError(error) && error.reason._tag === "LockTimeoutError",
            () => Effect.succeed(false)
          )
        )
      })
      const tryHold = Effect.fnUntraced(function* (orgId: OrgId) {
        const connection = yield* dedicated.open
        const [lock] = yield* connection<{ readonly held: boolean }>`
          SELECT pg_try_advisory_lock(hashtextextended(${nameOf(orgId)}, 0)) AS held`
        return lock?.held === true
      })

      // Only what can be an archive of theirs: whoever can write to this table must not have the service delete anchors, or
      // what others stored.
      const giveUp = SqlSchema.findAll({
        Request: OrgId,
        Result: Key,
        execute: (orgId) => system`
          UPDATE audit_archive_leftovers SET doomed = true
          WHERE of_org = ${orgId} AND starts_with(storage_key, 'audit-logs/' || of_org || '/') RETURNING storage_key`
      })
      const owners = SqlSchema.findAll({
        Request: Schema.UndefinedOr(OrgId),
        Result: Schema.Struct({ of_org: OrgId }),
        execute: (orgId) => system`
          SELECT DISTINCT of_org FROM audit_archive_leftovers
          WHERE ${ofOrganisation(system, orgId, "of_org")} LIMIT 1000`
      })

      return LeftoversRepo.of({
        lock: (orgId) => Effect.orDie(lock(orgId)),
        tryHold: (orgId) => Effect.orDie(tryHold(orgId)),
        begin: (orgId, storageKey) =>
          Effect.orDie(
            Effect.asVoid(system`
              INSERT INTO audit_archive_leftovers (storage_key, of_org, doomed) VALUES (${storageKey}, ${orgId}, false)
              ON CONFLICT (storage_key) DO UPDATE SET doomed = false`)
          ),
        settle: (storageKey) =>
          Transaction.use(() =>
            Effect.orDie(sql`
              DELETE FROM audit_archive_leftovers WHERE storage_key = ${storageKey} AND NOT doomed RETURNING storage_key`)
          ).pipe(Effect.map(({ length }) => length > 0)),
        leave: (orgId, storageKey) =>
          send(sql`
              INSERT INTO audit_archive_leftovers (storage_key, of_org, doomed) VALUES (${storageKey}, ${orgId}, true)
              ON CONFLICT (storage_key) DO UPDATE SET doomed = true`),
        giveUp: (orgId) =>
          Effect.orDie(giveUp(orgId)).pipe(Effect.map((rows) => rows.map(({ storage_key }) => storage_key))),
        forget: (storageKey) =>
          Effect.orDie(
            Effect.asVoid(system`DELETE FROM audit_archive_leftovers WHERE storage_key = ${storageKey} AND doomed`)
          ),
        owners: (orgId) => Effect.orDie(owners(orgId)).pipe(Effect.map((rows) => rows.map(({ of_org }) => of_org)))
      })
    })
  )
}
