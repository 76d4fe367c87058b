import { Plan, planFeatures } from "@svc/contract/kernel/plans"
import { Context, DateTime, Duration } from "effect"

/** Archives in the list (archives-1). */
export const listed = 50

/** The entry that tells of an archive. By itself it is nothing new to archive (archives-4). */
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

/** How long a shorter retention waits before it removes more: for that long whoever did not want it can undo it. */
const shorteningNotice = Duration.days(30)

/** How long entries are to be kept, and what was before that was made shorter; null months are for ever. */
export interface EntryRetention {
  readonly audit_retention_months: number | null
  readonly audit_retention_months_before: number | null
  readonly audit_retention_shortened_at: DateTime.Utc | null
}

/** Whether a retention that was chosen is to become shorter. Choosing the first one takes away from no other. */
export const isShorter = ({ audit_retention_months }: EntryRetention, months: number): boolean =>
  audit_retention_months !== null && months < audit_retention_months

/** From when on the chosen retention holds, undefined where it does already. */
export const appliesFrom = (
  { audit_retention_shortened_at: shortenedAt }: EntryRetention,
  now: DateTime.Utc
): DateTime.Utc | undefined => {
  if (shortenedAt === null) return undefined
  const applies = DateTime.addDuration(shortenedAt, shorteningNotice)
  return DateTime.isGreaterThan(applies, now) ? applies : undefined
}

/** By how many months entries are removed at this moment. */
export const monthsKept = (retention: EntryRetention, now: DateTime.Utc): number | null =>
  appliesFrom(retention, now) === undefined ? retention.audit_retention_months : retention.audit_retention_months_before

/**
 * Each step towards a shorter retention waits its own time; one that gives back all that was kept waits for nothing.
 */
export const withRetention = (before: EntryRetention, months: number, now: DateTime.Utc): EntryRetention => {
  const kept = monthsKept(before, now)
  if (kept !== null && months >= kept) {
    return { audit_retention_months: months, audit_retention_months_before: null, audit_retention_shortened_at: null }
  }
  const isLonger = before.audit_retention_months !== null && months > before.audit_retention_months
  return {
    audit_retention_months: months,
    audit_retention_months_before: kept,
    audit_retention_shortened_at: isLonger ? before.audit_retention_shortened_at : now
  }
}

/** Entries removed in one transaction, during which the organisation's other changes wait. A test makes it small. */
export const PurgeBounds = Context.Reference("svc/audit-archives/PurgeBounds", {
  defaultValue: () => ({ entries: 20_000 })
})

/**
 * The object's name (archives-2), and its key in the storage. Where a clock was set back, two archives could have
 * the same one: then it ends with something more.
 */
export const objectName = (
  orgId: string,
  file: { readonly fromTs: string; readonly toTs: string; readonly rows: number },
  more = ""
): string => `audit-logs/${orgId}/${file.fromTs}_${file.toTs}_${file.rows}${more}.json`
