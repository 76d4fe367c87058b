import type { DateTime } from "effect"
import { accessEndsAt } from "#records/case-clocks"

/** Time of automatic revocation; null without apps or if the organization has turned it off (revocation-5). */
export const revokeAt = (offboarding: {
  readonly exitDate: string
  /** The moment that the case names; null for the end of its last day. */
  readonly accessEndsAt: DateTime.Utc | null
  readonly timezone: string
  readonly autoRevoke: boolean
  readonly apps: ReadonlyArray<string>
}): DateTime.Utc | null => (offboarding.autoRevoke && offboarding.apps.length > 0 ? accessEndsAt(offboarding) : null)
