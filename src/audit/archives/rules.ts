import { Plan, planFeatures } from "@svc/contract/kernel/plans"
import { Context, DateTime, Duration } from "effect"

/** Archives in the list (archives-1). */
export const listed = 50

/** The entry that records an archive. It alone is nothing new to archive (archives-4). */
export const archivedAction = "audit_log_archived"

/** Plans with archives. */
export const plansWithArchives = Plan.literals.filter((plan) => planFeatures[plan].includes("tamperEvidentAudit"))

/**
 * Maximum content of a file: its signature covers all bytes at the same time, so they are in memory briefly. A test
 * sets small limits.
 */
export const ArchiveBounds = Context.Reference("svc/audit-archives/ArchiveBounds", {
  defaultValue: () => ({ entries: 100_000, bytes: 128 * 1024 * 1024, entriesPerPage: 1_000 })
})

/** Notice period of a shorter retention before it removes more, in which it can be undone. */
const shorteningNotice = Duration.days(30)

/** The entries' retention, and the one before it was shortened; null months: indefinite. */
export interface EntryRetention {
  readonly audit_retention_months: number | null
  readonly audit_retention_months_before: number | null
  readonly audit_retention_shortened_at: DateTime.Utc | null
}

/** Whether a chosen retention becomes shorter. A first choice shortens none. */
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

/** Entries removed per transaction, during which the organization's other changes wait. A test makes it small. */
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
