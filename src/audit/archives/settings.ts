import type { AuditAction } from "@svc/contract/audit/actions"
import {
  type ArchiveRetention,
  archiveRetentionDays,
  type AuditRetention,
  type SetArchiveRetention,
  type SetAuditRetention
} from "@svc/contract/audit-archives/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { StepUpRequired } from "@svc/contract/kernel/errors"
import { Context, DateTime, Effect } from "effect"
import { checkStepUp } from "#access/requirements"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { RetentionSettingsRepo, type Settings } from "./repo.ts"
import { appliesFrom, isShorter, withRetention } from "./rules.ts"

/** How long audit entries and archives are kept, as Super Admins see and choose it (retention-1, retention-5). */
export class RetentionSettings extends Context.Service<
  RetentionSettings,
  {
    readonly entries: Effect.Effect<AuditRetention, never, Caller>
    /**
     * Making shorter what was chosen asks for a step-up; any shorter one applies 30 days later, unless it is undone.
     */
    setEntries(wished: SetAuditRetention): Effect.Effect<AuditRetention, StepUpRequired, Caller>
    readonly archives: Effect.Effect<ArchiveRetention, never, Caller>
    setArchives(wished: SetArchiveRetention): Effect.Effect<ArchiveRetention, never, Caller>
  }
>()("svc/audit-archives/RetentionSettings") {
  static readonly layerNoDeps = layerOf(RetentionSettings, function* () {
    const db = yield* Db
    const repo = yield* RetentionSettingsRepo
    const audit = yield* Audit

    const own = Effect.flatMap(Caller, ({ orgId }) => repo.find(orgId))

    const locked = Effect.flatMap(Caller, ({ orgId }) => repo.lock(orgId))

    const save = Effect.fnUntraced(function* (settings: Settings, action: AuditAction, details: string) {
      const { orgId } = yield* Caller
      yield* repo.save(orgId, settings)
      yield* audit.record({ action, target: auditText`Audit log`, details: auditText`${details}` })
    })

    const entries = own.pipe(
      Effect.map(({ audit_retention_months }) => ({ audit_retention_months })),
      db.transact,
      Effect.withSpan("RetentionSettings.entries")
    )

    const setEntries = Effect.fn("RetentionSettings.setEntries")(function* (wished: SetAuditRetention) {
      const { audit_retention_months: months } = wished
      const before = yield* locked
      if (months === before.audit_retention_months) return wished
      const now = yield* DateTime.now
      if (isShorter(before, months)) yield* Effect.fromResult(checkStepUp(yield* Caller, now))
      const after = { ...before, ...withRetention(before, months, now) }
      const applies = appliesFrom(after, now)
      const details = `audit_retention_months: ${before.audit_retention_months ?? "for ever"} -> ${months}`
      yield* save(
        after,
        "audit_retention_updated",
        applies === undefined ? details : `${details}, applies from ${DateTime.formatIso(applies)}`
      )
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
      const before = yield* locked
      const { audit_archive_retention_days: days } = wished
      if (days === before.audit_archive_retention_days) return shown(days)
      const { audit_archive_retention_days: was } = shown(before.audit_archive_retention_days)
      yield* save(
        { ...before, audit_archive_retention_days: days },
        "audit_archive_retention_updated",
        `audit_archive_retention_days: ${was} -> ${days}`
      )
      return shown(days)
    }, db.transact)

    return RetentionSettings.of({ entries, setEntries, archives, setArchives })
  })
}
