import { Plan, planFeatures } from "@svc/contract/kernel/plans"
import { Context } from "effect"

/** Archives in the list (D2, Limits). */
export const listed = 50

/** The entry that tells of an archive. By itself it is nothing new to archive (decisions 12). */
export const archivedAction = "audit_log_archived"

/** The plans whose organisations have archives. */
export const plansWithArchives = Plan.literals.filter((plan) => planFeatures[plan].includes("tamperEvidentAudit"))

/**
 * What one file may hold: its signature is made over all of its bytes at once, so they stand in memory for a moment. A
 * test makes these small.
 */
export const ArchiveBounds = Context.Reference("svc/audit-archives/ArchiveBounds", {
  defaultValue: () => ({ entries: 100_000, bytes: 128 * 1024 * 1024, entriesPerPage: 1_000 })
})

/** Entries removed in one transaction, during which the organisation's other changes wait. A test makes it small. */
export const PurgeBounds = Context.Reference("svc/audit-archives/PurgeBounds", {
  defaultValue: () => ({ entries: 20_000 })
})

/**
 * D2, "Archive record": the object's name, and its key in the storage. Where a clock was set back, two archives could have
 * the same one: then it ends with something more.
 */
export const objectName = (
  orgId: string,
  file: { readonly fromTs: string; readonly toTs: string; readonly rows: number },
  more = ""
): string => `audit-logs/${orgId}/${file.fromTs}_${file.toTs}_${file.rows}${more}.json`
