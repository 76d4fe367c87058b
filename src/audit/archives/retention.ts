import { retentionAction, retentionDetails } from "@svc/contract/audit/chain"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Option } from "effect"
import { eachDue } from "#platform/jobs/each-due"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db, Transaction } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { type PrefixQuery, PurgeRepo } from "./purge-repo.ts"
import { RetentionSettingsRepo } from "./repo.ts"
import { type EntryRetention, monthsKept, PurgeBounds } from "./rules.ts"
import { AuditArchives } from "./service.ts"

/** Entries written before this moment may go; undefined where all are kept. */
const cutOffOf = (retention: EntryRetention, now: DateTime.Utc): DateTime.Utc | undefined => {
  const months = monthsKept(retention, now)
  return months === null ? undefined : DateTime.subtract(now, { months })
}

/** Removes entries that are past their organization's retention (retention-3). */
export class AuditRetention extends Context.Service<
  AuditRetention,
  {
    /**
     * The oldest entries of each organization, in steps that are each recorded by an entry, so that the log verifies at
     * any time. If archives are possible, entries in none are archived first; if that fails, they stay.
     */
    purgeDue(
      orgId: OrgId | undefined
    ): Effect.Effect<{ readonly organisations: number; readonly removed: number; readonly failed: number }>
  }
>()("svc/audit-archives/AuditRetention") {
  static readonly layerNoDeps = layerOf(AuditRetention, function* () {
    const db = yield* Db
    const repo = yield* PurgeRepo
    const settings = yield* RetentionSettingsRepo
    const archives = yield* AuditArchives
    const audit = yield* Audit

    const purgeStep = Effect.fnUntraced(function* (query: Omit<PrefixQuery, "cutOff">) {
      const { now, orgId } = query
      // Two concurrent purges would record the same entries, and the retention may have been extended.
      const cutOff = cutOffOf(yield* settings.lock(orgId), now)
      if (cutOff === undefined) return 0
      const prefix = yield* repo.oldest({ ...query, cutOff })
      if (Option.isNone(prefix)) return 0
      const { hash, removed, through } = prefix.value
      yield* audit.record({
        action: retentionAction,
        target: auditText`Audit log`,
        details: auditText`${retentionDetails({ removed, through: Number(through), hash })}`
      })
      const transaction = yield* Transaction
      // After that entry was appended: while it stands last, the database lets them go.
      yield* transaction.beforeCommit(
        repo.remove(orgId, through).pipe(
          Effect.filterOrElse(
            (count) => count === removed,
            (count) => Effect.die(`${count} audit entries would have gone instead of ${removed}`)
          ),
          Effect.asVoid,
          Effect.provideService(Transaction, transaction)
        )
      )
      return removed
    }, db.transactSystem)

    const purgeOne = Effect.fn("AuditRetention.purgeOne")(function* (orgId: OrgId) {
      const now = yield* DateTime.now
      const cutOff = cutOffOf(yield* db.transactSystem(settings.find(orgId)), now)
      if (cutOff === undefined) return 0
      const hasArchives = archives.isConfigured && (yield* archives.organisations(orgId)).length > 0
      if (hasArchives && (yield* db.transactSystem(repo.isBehind({ orgId, now, cutOff })))) {
        yield* archives
          .create({ isAuto: true })
          .pipe(
            Effect.catch((failure) =>
              Effect.logWarning("audit entries kept until they can be archived", { orgId }, failure)
            )
          )
      }
      const bounds = yield* PurgeBounds
      let removed = 0
      while (true) {
        const step = yield* purgeStep({ orgId, now, archivedOnly: hasArchives, limit: bounds.entries })
        removed += step
        if (step < bounds.entries) return removed
      }
    })

    const purgeDue = Effect.fn("AuditRetention.purgeDue")((orgId: OrgId | undefined) =>
      eachDue({
        due: () => Effect.flatMap(DateTime.now, (now) => repo.retained(orgId, now)),
        work: ({ org_id }) =>
          Effect.map(purgeOne(org_id), (removed) => (removed > 0 ? { organisations: 1, removed } : {})),
        says: "expired audit entries not removed, will be retried",
        none: { organisations: 0, removed: 0, failed: 0 }
      })
    )

    return AuditRetention.of({ purgeDue })
  })
}
