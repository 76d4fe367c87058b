import type { AuditAction } from "@svc/contract/audit/actions"
import {
  type ArchiveRetention,
  archiveRetentionDays,
  type AuditRetention,
  type SetArchiveRetention,
  type SetAuditRetention
} from "@svc/contract/audit-archives/schema"
import { Caller } from "@svc/contract/kernel/access"
import { Context, Effect, Layer } from "effect"
import { Audit } from "#audit/service"
import { auditText } from "#audit/text"
import { Db } from "#platform/db"
import { RetentionSettingsRepo, type Settings } from "./repo.ts"

/** How long audit entries and archives are kept, as Super Admins see and choose it (D2, Audit log, Retention). */
export class RetentionSettings extends Context.Service<
  RetentionSettings,
  {
    readonly entries: Effect.Effect<AuditRetention, never, Caller>
    setEntries(wished: SetAuditRetention): Effect.Effect<AuditRetention, never, Caller>
    readonly archives: Effect.Effect<ArchiveRetention, never, Caller>
    setArchives(wished: SetArchiveRetention): Effect.Effect<ArchiveRetention, never, Caller>
  }
>()("svc/audit-archives/RetentionSettings") {
  static readonly layerNoDeps = Layer.effect(
    RetentionSettings,
    Effect.gen(function* () {
      const db = yield* Db
      const repo = yield* RetentionSettingsRepo
      const audit = yield* Audit

      const own = Effect.flatMap(Caller, ({ orgId }) => repo.find(orgId))

      const change = Effect.fnUntraced(function* (
        changes: Partial<Settings>,
        entryOf: (before: Settings) => { readonly action: AuditAction; readonly details: string }
      ) {
        const { orgId } = yield* Caller
        const before = yield* repo.lock(orgId)
        const after = { ...before, ...changes }
        if (
          after.audit_retention_months === before.audit_retention_months &&
          after.audit_archive_retention_days === before.audit_archive_retention_days
        ) {
          return
        }
        yield* repo.save(orgId, after)
        const { action, details } = entryOf(before)
        yield* audit.record({ action, target: auditText`Audit log`, details: auditText`${details}` })
      })

      const entries = own.pipe(
        Effect.map(({ audit_retention_months }) => ({ audit_retention_months })),
        db.transact,
        Effect.withSpan("RetentionSettings.entries")
      )

      const setEntries = Effect.fn("RetentionSettings.setEntries")(function* (wished: SetAuditRetention) {
        yield* change(wished, ({ audit_retention_months: before }) => ({
          action: "audit_retention_updated",
          details: `audit_retention_months: ${before ?? "for ever"} -> ${wished.audit_retention_months}`
        }))
        return wished
      }, db.transact)

      const shown = (days: number | null): ArchiveRetention => ({
        audit_archive_retention_days: days ?? archiveRetentionDays.unlessChosen,
        min_days: archiveRetentionDays.least,
        default_days: archiveRetentionDays.unlessChosen
      })

      const archives = own.pipe(
        Effect.map(({ audit_archive_retention_days }) => shown(audit_archive_retention_days)),
        db.transact,
        Effect.withSpan("RetentionSettings.archives")
      )

      const setArchives = Effect.fn("RetentionSettings.setArchives")(function* (wished: SetArchiveRetention) {
        yield* change(wished, (before) => ({
          action: "audit_archive_retention_updated",
          details: `audit_archive_retention_days: ${shown(before.audit_archive_retention_days).audit_archive_retention_days} -> ${wished.audit_archive_retention_days}`
        }))
        return shown(wished.audit_archive_retention_days)
      }, db.transact)

      return RetentionSettings.of({ entries, setEntries, archives, setArchives })
    })
  )
}
