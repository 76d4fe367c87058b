import { OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { SystemSql } from "#platform/database/db"
import { ofOrganisation } from "#platform/database/fragments"
import { anyRow, send } from "#platform/database/statements"

const Key = Schema.Struct({ storage_key: Schema.String })

/** Archive files that are being written or are no longer needed; changed while the organization's files are locked. */
export class LeftoversRepo extends Context.Service<LeftoversRepo>()("svc/audit-archives/LeftoversRepo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql

    // Only keys that can be one of its archives: a writer of this table must not make the service delete anchors or
    // other files.
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

    return {
      /** A file is about to be written. */
      begin: (orgId: OrgId, storageKey: string) =>
        Effect.orDie(
          Effect.asVoid(system`
            INSERT INTO audit_archive_leftovers (storage_key, of_org, doomed) VALUES (${storageKey}, ${orgId}, false)
            ON CONFLICT (storage_key) DO UPDATE SET doomed = false`)
        ),
      /** The file has become an archive; false if it was abandoned. In the system's transaction. */
      settle: (storageKey: string) =>
        anyRow(sql`
            DELETE FROM audit_archive_leftovers WHERE storage_key = ${storageKey} AND NOT doomed RETURNING storage_key`),
      /** The file is no longer needed. In the system's transaction. */
      leave: (orgId: OrgId, storageKey: string) =>
        send(sql`
            INSERT INTO audit_archive_leftovers (storage_key, of_org, doomed) VALUES (${storageKey}, ${orgId}, true)
            ON CONFLICT (storage_key) DO UPDATE SET doomed = true`),
      /** Abandons every file of the organization that has not become an archive; returns all files to delete. */
      giveUp: (orgId: OrgId) =>
        Effect.orDie(giveUp(orgId)).pipe(Effect.map((rows) => rows.map(({ storage_key }) => storage_key))),
      forget: (storageKey: string) =>
        Effect.orDie(
          Effect.asVoid(system`DELETE FROM audit_archive_leftovers WHERE storage_key = ${storageKey} AND doomed`)
        ),
      /** Organizations with leftover files; they may be deleted already. */
      owners: (orgId: OrgId | undefined) =>
        Effect.orDie(owners(orgId)).pipe(Effect.map((rows) => rows.map(({ of_org }) => of_org)))
    }
  })
}) {
  static readonly layer = Layer.effect(LeftoversRepo, LeftoversRepo.make)
}
