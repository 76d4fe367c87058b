import { isPaid, type Plan, type PlanStatus } from "@svc/contract/kernel/plans"
import type { Organisation } from "@svc/contract/organisations/schema"
import { DateTime } from "effect"

/** The fields that a PATCH may change, as the row names them. */
export const settingsOf = (row: Organisation) => ({
  name: row.name,
  benefits_region: row.benefits_region,
  default_jurisdiction: row.default_jurisdiction,
  timezone: row.timezone,
  auto_revoke_at_exit: row.auto_revoke_at_exit,
  names_in_notifications: row.names_in_notifications,
  advance_when_ready: row.advance_when_ready,
  begin_revocation_on_last_day: row.begin_revocation_on_last_day,
  return_instructions: row.return_instructions
})
export type Settings = ReturnType<typeof settingsOf>

const shown = (value: string | boolean | null) => (value === null ? "none" : String(value))

/** `timezone: UTC -> Europe/Berlin, …`; empty when nothing changed. */
export const changesBetween = (before: Settings, after: Settings): string =>
  (
    [
      "name",
      "benefits_region",
      "default_jurisdiction",
      "timezone",
      "auto_revoke_at_exit",
      "names_in_notifications",
      "advance_when_ready",
      "begin_revocation_on_last_day",
      "return_instructions"
    ] as const
  )
    .filter((field) => before[field] !== after[field])
    .map((field) => `${field}: ${shown(before[field])} -> ${shown(after[field])}`)
    .join(", ")

/** Whether a deletion ends a paid subscription; a canceled one does not count. */
export const hasSubscription = ({ plan, plan_status }: { readonly plan: Plan; readonly plan_status: PlanStatus }) =>
  isPaid(plan) && plan_status !== "canceled"

/** Days in which a deletion can be canceled (deletion-1). */
export const graceDays = 30

/** How long closed offboardings are kept, in words. */
export const keptFor = (months: number | null): string => (months === null ? "indefinitely" : `${months} months`)

/** Days until a first or shorter retention takes effect; for that long it can be taken back (settings-10). */
const retentionDelayDays = 30

/** Stored retention of closed offboardings; null months: indefinite. */
export interface StoredRetention {
  readonly offboarding_retention_months: number | null
  readonly offboarding_retention_months_before: number | null
  readonly offboarding_retention_applies_from: DateTime.Utc | null
}

/** When the months that are set take effect; null: they are in effect. */
export const appliesFrom = (
  { offboarding_retention_applies_from: from }: StoredRetention,
  now: DateTime.Utc
): DateTime.Utc | null => (from !== null && DateTime.isGreaterThan(from, now) ? from : null)

/** The months by which the nightly job deletes at this moment. */
export const monthsInEffect = (stored: StoredRetention, now: DateTime.Utc): number | null =>
  appliesFrom(stored, now) === null ? stored.offboarding_retention_months : stored.offboarding_retention_months_before

const keepsAsLong = (months: number | null, as: number | null) => months === null || (as !== null && months >= as)

/**
 * A shorter retention waits 30 days. One that reverts part of a pending change applies when that one would have; one
 * that keeps everything kept today applies immediately.
 */
export const withRetention = (stored: StoredRetention, months: number | null, now: DateTime.Utc): StoredRetention => {
  const inEffect = monthsInEffect(stored, now)
  if (keepsAsLong(months, inEffect)) {
    return {
      offboarding_retention_months: months,
      offboarding_retention_months_before: null,
      offboarding_retention_applies_from: null
    }
  }
  const waiting = keepsAsLong(months, stored.offboarding_retention_months) ? appliesFrom(stored, now) : null
  return {
    offboarding_retention_months: months,
    offboarding_retention_months_before: inEffect,
    offboarding_retention_applies_from: waiting ?? DateTime.add(now, { days: retentionDelayDays })
  }
}
