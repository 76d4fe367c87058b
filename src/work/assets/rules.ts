import { AssetLost } from "@svc/contract/assets/errors"
import {
  type Asset,
  type AssetCategory,
  type AssetStatus,
  type AssetSummary,
  type CreateAsset,
  type EditAsset,
  type ListAssets,
  RecoveryBucket
} from "@svc/contract/assets/schema"
import type { RecordScope } from "@svc/contract/kernel/access"
import type { CalendarDate } from "@svc/contract/kernel/dates"
import type { EmployeeId } from "@svc/contract/kernel/ids"
import { DateTime, Result } from "effect"

/** Whether the totals kept by kind and state answer how many assets this list has; else they are counted. */
export const countedByKept = (records: RecordScope, { holder, q }: Pick<ListAssets, "holder" | "q">): boolean =>
  records._tag === "All" && holder === undefined && q === undefined

/** Whole days from one day of the calendar to another; negative when that one is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round(
    (DateTime.makeUnsafe(`${to}T00:00:00Z`).epochMilliseconds -
      DateTime.makeUnsafe(`${from}T00:00:00Z`).epochMilliseconds) /
      86_400_000
  )

/** What is stored of an asset and can be edited. */
export interface AssetContent {
  readonly item_name: string
  readonly serial_number: string
  readonly model: string
  readonly category: AssetCategory
  readonly condition: string
  readonly org_employee_id: EmployeeId | null
  readonly tracking_number: string
  readonly return_deadline: CalendarDate | null
  readonly status: AssetStatus
}

/** Just that of an asset. */
export const contentOf = (asset: AssetContent): AssetContent => ({
  item_name: asset.item_name,
  serial_number: asset.serial_number,
  model: asset.model,
  category: asset.category,
  condition: asset.condition,
  org_employee_id: asset.org_employee_id,
  tracking_number: asset.tracking_number,
  return_deadline: asset.return_deadline,
  status: asset.status
})

const textOr = (given: string | null | undefined, otherwise: string) =>
  given === undefined ? otherwise : (given ?? "")

const conditionOf = (given: string | null | undefined, otherwise: string) => {
  const text = textOr(given, otherwise)
  return text === "" ? "good" : text
}

/** A new asset: deployed, with `good` as its condition unless another is given. */
export const newContent = (input: CreateAsset): AssetContent => ({
  item_name: input.itemName.trim(),
  serial_number: input.serialNumber.trim(),
  model: textOr(input.model, ""),
  category: input.category ?? "other",
  condition: conditionOf(input.condition, ""),
  org_employee_id: input.orgEmployeeId ?? null,
  tracking_number: textOr(input.trackingNumber, ""),
  return_deadline: input.returnDeadline ?? null,
  status: "deployed"
})

/** What the asset is after an edit; what the edit leaves out stays. */
export const editedContent = (before: AssetContent, input: EditAsset): AssetContent => ({
  item_name: input.itemName.trim(),
  serial_number: input.serialNumber.trim(),
  model: textOr(input.model, before.model),
  category: input.category ?? before.category,
  condition: conditionOf(input.condition, before.condition),
  org_employee_id: input.orgEmployeeId === undefined ? before.org_employee_id : input.orgEmployeeId,
  tracking_number: textOr(input.trackingNumber, before.tracking_number),
  return_deadline: input.returnDeadline === undefined ? before.return_deadline : input.returnDeadline,
  status: input.status ?? before.status
})

/** Without the holder where the reader's record scope does not cover them (work-170). */
export const asSeen = <Row extends { readonly in_sight: boolean; readonly employee: Asset["employee"] }>(
  row: Row
): Row =>
  row.in_sight
    ? row
    : { ...row, employee: { id: null, full_name: null, email: null, employee_id: null, department: null } }

/** A lost one is returned with `found: true` by the return route, and by nothing else (assets-13). */
export const admitStatus = (
  from: AssetStatus,
  to: AssetStatus,
  { found = false }: { readonly found?: boolean } = {}
): Result.Result<void, AssetLost> =>
  from === "lost" && to === "returned" && !found ? Result.fail(new AssetLost()) : Result.void

const shownFields = [
  "item_name",
  "serial_number",
  "model",
  "category",
  "condition",
  "tracking_number",
  "return_deadline",
  "status"
] as const

/** `status: deployed -> lost, …` without the holder; empty if nothing changed. */
export const describeChanges = (before: AssetContent, after: AssetContent): string =>
  shownFields
    .filter((field) => before[field] !== after[field])
    .map((field) => `${field}: ${before[field] ?? "none"} -> ${after[field] ?? "none"}`)
    .join(", ")

const boundaries: Readonly<Record<RecoveryBucket, { readonly from: number; readonly to: number }>> = {
  "overdue-30d+": { from: -Infinity, to: -31 },
  "overdue-8-30d": { from: -30, to: -8 },
  "overdue-1-7d": { from: -7, to: -1 },
  "due-0-7d": { from: 0, to: 7 },
  "due-8d+": { from: 8, to: Infinity }
}

/** How many assets that are out have their deadline on which day. */
interface DueOn {
  readonly return_deadline: string
  readonly count: number
}

/** Always all five buckets; `today` is the organization's (assets-3). */
export const recoveryTimeline = (dues: ReadonlyArray<DueOn>, today: string): AssetSummary["recoveryTimeline"] => {
  const counted = dues.map(({ count, return_deadline }) => ({ count, left: daysBetween(today, return_deadline) }))
  return RecoveryBucket.literals.map((bucket) => {
    const { from, to } = boundaries[bucket]
    return {
      bucket,
      state: bucket.startsWith("overdue") ? ("overdue" as const) : ("due" as const),
      count: counted.filter(({ left }) => left >= from && left <= to).reduce((sum, { count }) => sum + count, 0)
    }
  })
}

/** What the summary counts by. */
interface CountOf {
  readonly category: AssetCategory
  readonly status: AssetStatus
  readonly count: number
}

const sumOf = (counts: ReadonlyArray<CountOf>, status?: AssetStatus) =>
  counts.filter((one) => status === undefined || one.status === status).reduce((sum, { count }) => sum + count, 0)

export const totalsOf = (
  counts: ReadonlyArray<CountOf>,
  categories: ReadonlyArray<AssetCategory>
): Pick<AssetSummary, "totals" | "byCategory"> => ({
  totals: {
    total: sumOf(counts),
    deployed: sumOf(counts, "deployed"),
    returned: sumOf(counts, "returned"),
    lost: sumOf(counts, "lost")
  },
  byCategory: categories
    .map((category) => ({ category, of: counts.filter((one) => one.category === category) }))
    .filter(({ of }) => of.length > 0)
    .map(({ category, of }) => ({
      category,
      total: sumOf(of),
      deployed: sumOf(of, "deployed"),
      returned: sumOf(of, "returned")
    }))
})

/** How an asset is called in the audit log. */
export const nameOf = (asset: Pick<Asset, "item_name" | "serial_number">): string =>
  `${asset.item_name} (${asset.serial_number})`
