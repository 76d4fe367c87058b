import { OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { columnsOf } from "#platform/database/columns"
import { Transaction } from "#platform/database/db"
import { Instant, maybe, run } from "#platform/database/statements"

const Settings = Schema.Struct({
  audit_retention_months: Schema.NullOr(Schema.Int),
  audit_retention_months_before: Schema.NullOr(Schema.Int),
  audit_retention_shortened_at: Schema.NullOr(Instant),
  audit_archive_retention_days: Schema.NullOr(Schema.Int)
})
export type Settings = typeof Settings.Type

const none: Settings = {
  audit_retention_months: null,
  audit_retention_months_before: null,
  audit_retention_shortened_at: null,
  audit_archive_retention_days: null
}

/** Retention of an organization's entries and archives; null where nothing was chosen. */
export class RetentionSettingsRepo extends Context.Service<RetentionSettingsRepo>()(
  "svc/audit-archives/RetentionSettingsRepo",
  {
    make: Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = columnsOf(Settings, "")
      const find = maybe({
        Request: OrgId,
        Result: Settings,
        execute: (orgId) => sql`SELECT ${columns} FROM audit_retention WHERE org_id = ${orgId}`
      })
      const lock = SqlSchema.findOneOption({
        Request: OrgId,
        Result: Settings,
        execute: (orgId) => sql`SELECT ${columns} FROM audit_retention WHERE org_id = ${orgId} FOR UPDATE`
      })
      const save = run({
        Request: Schema.Struct({ orgId: OrgId, ...Settings.fields }),
        execute: (settings) => sql`
        UPDATE audit_retention SET audit_retention_months = ${settings.audit_retention_months}::integer,
          audit_retention_months_before = ${settings.audit_retention_months_before}::integer,
          audit_retention_shortened_at = ${settings.audit_retention_shortened_at}::timestamptz,
          audit_archive_retention_days = ${settings.audit_archive_retention_days}::integer
        WHERE org_id = ${settings.orgId}`
      })
      return {
        find: (orgId: OrgId) => find(orgId).pipe(Effect.map(Option.getOrElse(() => none))),
        /** The same, locked until the transaction ends. */
        lock: (orgId: OrgId) =>
          Transaction.use(() =>
            Effect.andThen(
              sql`INSERT INTO audit_retention (org_id) VALUES (${orgId}) ON CONFLICT (org_id) DO NOTHING`,
              lock(orgId)
            ).pipe(Effect.orDie)
          ).pipe(Effect.map(Option.getOrElse(() => none))),
        /** After `lock`. */
        save: (orgId: OrgId, settings: Settings) => save({ orgId, ...settings })
      }
    })
  }
) {
  static readonly layer = Layer.effect(RetentionSettingsRepo, RetentionSettingsRepo.make)
}
