import type { DateTime } from "effect"
import type { SlaStatus } from "./schema.ts"

const hour = 3_600_000

/** A task is at risk with less than this part of its hours left (tasks-14). */
export const riskyPart = 0.25

/** How an open task stands to its deadline. */
export const slaStatusOf = (
  { slaDeadline, slaHours }: { readonly slaHours: number; readonly slaDeadline: DateTime.Utc },
  now: DateTime.Utc
): SlaStatus => {
  const left = slaDeadline.epochMilliseconds - now.epochMilliseconds
  return left <= 0 ? "breached" : left < slaHours * hour * riskyPart ? "at_risk" : "on_track"
}
