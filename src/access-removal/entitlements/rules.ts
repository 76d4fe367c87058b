import type { EntitlementId, EntitlementKind, EntitlementState, FreedMoney } from "@svc/contract/entitlements/schema"
import { oneLine } from "@svc/contract/kernel/one-line"
import type { FoundEntitlement, Sight } from "./sight.ts"

/** A known one, as far as a scan can change it. */
export interface KnownEntitlement {
  readonly id: EntitlementId
  readonly kind: EntitlementKind
  readonly external_id: string
  readonly state: EntitlementState
}

const longestId = 1000
const mostTerms = 20

const storable = (item: FoundEntitlement): FoundEntitlement => ({
  ...item,
  externalId: item.externalId.replaceAll("\0", "").slice(0, longestId).toWellFormed(),
  label: oneLine(item.label, 300) || "unnamed",
  terms: Object.fromEntries(
    Object.entries(item.terms)
      .slice(0, mostTerms)
      .map(([name, value]) => [name, value.replaceAll("\0", "").slice(0, longestId).toWellFormed()])
  ),
  byHand: item.byHand === null ? null : oneLine(item.byHand, 300)
})

const distinct = (items: ReadonlyArray<FoundEntitlement>) => [
  ...new Map(items.map((item) => [item.externalId, item])).values()
]

/** One sight of each kind that the app can show, ready to store; a kind without a result is not visible. */
export const everyKind = (kinds: ReadonlyArray<EntitlementKind>, told: ReadonlyArray<Sight>): ReadonlyArray<Sight> =>
  kinds.map((kind) => {
    const of = told.filter((one) => one.kind === kind)
    const hidden = of.find((one) => one._tag === "NotVisible")
    // Part of a list is not a list: what is missing would be taken for gone.
    if (hidden?._tag === "NotVisible") return { ...hidden, why: oneLine(hidden.why, 300) || "The app gave no reason" }
    if (of.length === 0) return { _tag: "NotVisible", kind, why: "The app reported nothing about it" }
    const items = of.flatMap((one) => (one._tag === "Seen" ? one.items.filter((item) => item.kind === kind) : []))
    return { _tag: "Seen", kind, items: distinct(items.map(storable)) }
  })

/** Changes by a scan: new ones, and the new states of known ones. */
interface LookOutcome {
  readonly found: ReadonlyArray<FoundEntitlement>
  readonly seen: ReadonlyArray<{ readonly id: EntitlementId; readonly item: FoundEntitlement }>
  readonly moved: ReadonlyArray<{ readonly id: EntitlementId; readonly to: EntitlementState }>
}

/** By previous state, the state of one that the scan just before revocation does not show. */
const unseenBefore: Readonly<Partial<Record<EntitlementState, EntitlementState>>> = {
  held: "gone",
  kept: "gone",
  returned: "gone"
}

/** After revocation only the first scan shows what went with it; what goes later was removed by another party. */
const seenAfter: Readonly<Partial<Record<EntitlementState, EntitlementState>>> = {
  held: "kept",
  gone: "kept",
  taken: "returned"
}
const unseenAfter: Readonly<Partial<Record<EntitlementState, EntitlementState>>> = {
  held: "taken",
  kept: "gone",
  returned: "gone"
}

/** The effect of one scan of one app on what was known; a kind that was not seen changes nothing. */
export const afterLook = (
  known: ReadonlyArray<KnownEntitlement>,
  sights: ReadonlyArray<Sight>,
  phase: "before_cut" | "after"
): LookOutcome => {
  const found: Array<FoundEntitlement> = []
  const seen: Array<LookOutcome["seen"][number]> = []
  const moved: Array<LookOutcome["moved"][number]> = []
  for (const sight of sights) {
    if (sight._tag === "NotVisible") continue
    const items = new Map(sight.items.map((item) => [item.externalId, item]))
    for (const one of known.filter(({ kind }) => kind === sight.kind)) {
      const item = items.get(one.external_id)
      items.delete(one.external_id)
      if (phase === "before_cut" && item !== undefined) {
        seen.push({ id: one.id, item })
        continue
      }
      const table = item === undefined ? (phase === "after" ? unseenAfter : unseenBefore) : seenAfter
      const to = table[one.state]
      if (to !== undefined) moved.push({ id: one.id, to })
    }
    // What appears only after revocation was taken from no one, so it is not ours to restore.
    if (phase === "before_cut") found.push(...items.values())
  }
  return { found, seen, moved }
}

const names: Readonly<Record<EntitlementKind, string>> = {
  account: "accounts",
  group: "groups",
  role: "roles",
  licence: "licences"
}

/** `groups: 2, licences: 1`: how many of each kind. */
export const countedByKind = (kinds: ReadonlyArray<EntitlementKind>): string => {
  const counts = new Map<EntitlementKind, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, count]) => `${names[kind]}: ${count}`).join(", ")
}

/** `billed_until`: the last day that is paid for, `YYYY-MM-DD`. */
interface Price {
  readonly seat_price: number
  readonly currency: string
  readonly billed_until: string | null
}

/** Whether a freed seat is still paid for on this day (`YYYY-MM-DD`, on the organization's calendar). */
export const standingOf = ({ billed_until }: Pick<Price, "billed_until">, today: string): "still_paid" | "saved" =>
  billed_until !== null && today <= billed_until ? "still_paid" : "saved"

/** A month's price of freed seats by currency; sums in hundredths, for prices have two places. */
export const moneyOf = (
  freed: ReadonlyArray<{ readonly seats: number; readonly price: Price | null }>,
  today: string
): ReadonlyArray<FreedMoney> => {
  const sums = new Map<string, { saved: number; still_paid: number; seats: number }>()
  for (const { price, seats } of freed) {
    if (price === null) continue
    const sum = sums.get(price.currency) ?? { saved: 0, still_paid: 0, seats: 0 }
    sum[standingOf(price, today)] += Math.round(price.seat_price * 100) * seats
    sum.seats += seats
    sums.set(price.currency, sum)
  }
  return [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { saved, seats, still_paid }]) => ({
      currency,
      saved: saved / 100,
      still_paid: still_paid / 100,
      seats
    }))
}
