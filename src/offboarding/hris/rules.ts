import { tenthOf } from "@svc/contract/kernel/daily-brake"
import type { CalendarDate } from "@svc/contract/kernel/dates"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import type { HrisOrigin, HrisReviewKind } from "@svc/contract/hris/schema"
import type { OffboardingSource, SeparationType } from "@svc/contract/offboardings/schema"
import { Data, type Option } from "effect"
import type { Leaving } from "./source.ts"

/** What is known here about a leaver. */
interface Standing {
  readonly active: boolean
  /** The origin's last report; none if there was none, or it was withdrawn. */
  readonly known: Option.Option<{
    readonly last_day: CalendarDate | null
    readonly offboarding_id: OffboardingId | null
  }>
  /** Their case that is neither completed nor cancelled. */
  readonly open: Option.Option<{
    readonly id: OffboardingId
    readonly exit_date: CalendarDate
    readonly source: OffboardingSource
  }>
}

/** What a sync makes of what the origin says of one person. */
export type Decision = Data.TaggedEnum<{
  Nothing: {}
  /** Recorded, so that it is not acted on later. */
  Remember: { readonly lastDay: CalendarDate | null }
  Create: { readonly lastDay: CalendarDate }
  /** The last day of the open case, which no one changed manually. */
  Move: { readonly id: OffboardingId; readonly lastDay: CalendarDate }
  Review: { readonly kind: HrisReviewKind; readonly lastDay: CalendarDate | null; readonly id: OffboardingId | null }
  /** No longer leaving: the case to reconsider, if the origin's report had created one. */
  Withdraw: { readonly id: OffboardingId | null }
}>
export const Decision = Data.taggedEnum<Decision>()

/**
 * The last working day counts, not a status: today or a future day starts an offboarding, a past or unknown one goes to
 * review. `today` is the organization's day. The same leaving is acted on once, whatever its outcome; a person's
 * decision is never reversed automatically (offboarding-104).
 */
export const decide = (
  origin: HrisOrigin,
  leaving: Leaving | null,
  { active, known, open }: Standing,
  today: string
): Decision => {
  const said = known._tag === "Some" ? known.value : undefined
  const current = open._tag === "Some" ? open.value : undefined
  if (leaving === null) {
    if (said === undefined) return Decision.Nothing()
    const made = origin === "hris" && current?.source === "hris" && current.id === said.offboarding_id
    return Decision.Withdraw({ id: made ? current.id : null })
  }
  const { lastDay } = leaving
  if (said !== undefined && (lastDay === null || lastDay === said.last_day)) return Decision.Nothing()
  if (current !== undefined) {
    if (lastDay === null || current.source !== "hris" || current.exit_date === lastDay)
      return Decision.Remember({ lastDay })
    const untouched = said?.offboarding_id === current.id && said.last_day === current.exit_date
    return untouched && lastDay >= today
      ? Decision.Move({ id: current.id, lastDay })
      : Decision.Review({ kind: "date_changed", lastDay, id: current.id })
  }
  if (!active) return Decision.Remember({ lastDay })
  // Their case was cancelled by hand.
  if (said !== undefined && said.offboarding_id !== null) {
    return Decision.Review({ kind: "date_changed", lastDay, id: null })
  }
  if (lastDay !== null && lastDay >= today) return Decision.Create({ lastDay })
  if (origin === "azure-ad") return Decision.Review({ kind: "account_disabled", lastDay, id: null })
  return Decision.Review({ kind: lastDay === null ? "left_without_date" : "left_in_past", lastDay, id: null })
}

const leastBound = 25

/**
 * Maximum offboardings that syncs may start in 24 hours: a tenth of the active people, and at least 25. More may be a
 * mistake in the HR system, or an attack on it, so a person decides (offboarding-115).
 */
export const boundOf = (active: number): number => tenthOf(active, leastBound)

const separations: ReadonlyArray<readonly [RegExp, SeparationType]> = [
  [/retire|pension/i, "retirement"],
  [/redundan/i, "redundancy"],
  [/lay.?off|reduction|restructur/i, "layoff"],
  [/contract|fixed.?term|temporary|expir/i, "contract_end"],
  [/involuntar|dismiss|fired|misconduct|for cause|by.?employer|employer/i, "termination"],
  [/resign|voluntar|quit|by.?employee|employee/i, "resignation"],
  [/terminat/i, "termination"]
]

/** The vendor's reason in our words; `other` for what is not understood and where none is given. */
export const separationOf = (reason: string | null): SeparationType =>
  reason === null ? "other" : (separations.find(([words]) => words.test(reason))?.[1] ?? "other")
