import type { CaseApp, CaseDetails } from "@svc/contract/cases/schema"
import { daysAfter, startOfDay } from "@svc/contract/kernel/calendar"
import type { CalendarDate } from "@svc/contract/kernel/dates"
import { DateTime } from "effect"
import type { Tone } from "#design/Badge.tsx"
import { dayAt, daysUntil } from "#platform/format.ts"
import { isFailedRemoval } from "@svc/contract/cases/removal"
import { isByHand, isLeft, isStillActive } from "#records/data.ts"
import { isRejected } from "#work/documents/states.ts"

/** When access ends: as scheduled, else at the time the offboarding names, else at the end of the last day. */
export const accessEnd = (
  { access_ends_at, exit_date, revoke_at, timezone }: CaseDetails,
  organisationZone: string
): DateTime.Utc => revoke_at ?? access_ends_at ?? startOfDay(daysAfter(exit_date, 1), timezone ?? organisationZone)

/** Where the end of access stands. */
type EndOfAccess =
  | { readonly _tag: "Cancelled" }
  | { readonly _tag: "NoApps" }
  /** A member confirmed that there is nothing to revoke. */
  | { readonly _tag: "NoAccess"; readonly at: DateTime.Utc }
  /** Every app was revoked or marked as removed; the latest of these. */
  | { readonly _tag: "Removed"; readonly at: DateTime.Utc | undefined }
  /** No account was found in the apps that are left. */
  | { readonly _tag: "NotFound"; readonly apps: number }
  | { readonly _tag: "NotScheduled"; readonly waits: boolean }
  | { readonly _tag: "Ahead" }
  | { readonly _tag: "Late"; readonly apps: number }

const endedAt = ({ removal_confirmed_at, revoked_at }: CaseApp) => revoked_at ?? removal_confirmed_at

export const endOfAccess = (details: CaseDetails, end: DateTime.Utc, now: number): EndOfAccess => {
  const { apps, no_apps_confirmed_at, revocation_waits, revoke_at, status } = details
  if (status === "cancelled") return { _tag: "Cancelled" }
  if (apps.length === 0) {
    return no_apps_confirmed_at === null ? { _tag: "NoApps" } : { _tag: "NoAccess", at: no_apps_confirmed_at }
  }
  const left = apps.filter(isLeft)
  if (left.length === 0) {
    const [first, ...others] = apps.flatMap((app) => endedAt(app) ?? [])
    return { _tag: "Removed", at: first && others.reduce(DateTime.max, first) }
  }
  if (left.every((app) => app.outcome === "skipped" && !isStillActive(app))) {
    return { _tag: "NotFound", apps: left.length }
  }
  if (DateTime.toEpochMillis(end) <= now) return { _tag: "Late", apps: left.length }
  return revoke_at === null ? { _tag: "NotScheduled", waits: revocation_waits } : { _tag: "Ahead" }
}

/** Calendar days until the end of access in the organization's time zone; the end of a day belongs to that day. */
export const daysToEnd = (end: DateTime.Utc, now: number) =>
  daysUntil(dayAt(DateTime.subtract(end, { milliseconds: 1 })), new Date(now))

/** The worst fact about a part. */
export type Fact =
  | { readonly _tag: "Failed" | "Manual" | "NotFound"; readonly count: number }
  /** How the removals are proven, the weakest first. */
  | { readonly _tag: "Reported" | "ByHand" | "Verified"; readonly count: number }
  | { readonly _tag: "Overdue" | "DueToday" | "Lost" | "Rejected"; readonly count: number }
  | { readonly _tag: "Due"; readonly on: CalendarDate }
  | { readonly _tag: "Unsigned"; readonly name: string | undefined; readonly count: number }
  | { readonly _tag: "ReturnOpen" }

type FactTone = Exclude<Tone, "calm" | "accent">

const tones: Readonly<Record<Fact["_tag"], FactTone | undefined>> = {
  Failed: "bad",
  Overdue: "bad",
  Rejected: "bad",
  Manual: "watch",
  NotFound: "watch",
  DueToday: "watch",
  Lost: "watch",
  ReturnOpen: "watch",
  Due: undefined,
  Unsigned: undefined,
  Reported: undefined,
  ByHand: undefined,
  Verified: undefined
}

export interface Part {
  readonly done: number
  readonly all: number
  readonly failed: number
  readonly fact: Fact | undefined
  readonly tone: FactTone | undefined
}

/** The first of the facts that has something to say, worst first. */
const part = (done: number, all: number, facts: ReadonlyArray<Fact>, failed = 0): Part => {
  const fact = facts.find((one) => !("count" in one) || one.count > 0)
  return { done, all, failed, fact, tone: fact && tones[fact._tag] }
}

export const accessPart = ({ apps }: CaseDetails): Part => {
  const failed = apps.filter(isFailedRemoval).length
  const left = apps.filter((app) => isLeft(app) && !isFailedRemoval(app))
  const having = (outcome: CaseApp["outcome"]) => left.filter((app) => app.outcome === outcome).length
  const done = apps.filter((app) => !isLeft(app))
  const unverified = done.filter(({ verified }) => !verified)
  const byHand = unverified.filter(isByHand).length
  return part(
    done.length,
    apps.length,
    [
      { _tag: "Failed", count: failed },
      { _tag: "Manual", count: having("manual_required") },
      { _tag: "NotFound", count: having("skipped") },
      { _tag: "Reported", count: unverified.length - byHand },
      { _tag: "ByHand", count: byHand },
      { _tag: "Verified", count: done.length - unverified.length }
    ],
    failed
  )
}

/** The earliest of the days, as a fact. */
const nextDue = (days: ReadonlyArray<CalendarDate | null>): ReadonlyArray<Fact> =>
  days
    .flatMap((day) => day ?? [])
    .toSorted()
    .slice(0, 1)
    .map((on) => ({ _tag: "Due", on }))

const onDay = (days: ReadonlyArray<CalendarDate | null>, test: (days: number) => boolean) =>
  days.filter((day) => day !== null && test(daysUntil(day))).length

export const tasksPart = ({ checklist_items: items, status }: CaseDetails): Part => {
  const open = status === "cancelled" ? [] : items.filter(({ completed }) => !completed)
  const days = open.map(({ due_date }) => due_date)
  return part(items.filter(({ completed }) => completed).length, items.length, [
    {
      _tag: "Overdue",
      count: open.filter(({ due_date, sla_breached }) => sla_breached || (due_date !== null && daysUntil(due_date) < 0))
        .length
    },
    { _tag: "DueToday", count: onDay(days, (left) => left === 0) },
    ...nextDue(days)
  ])
}

/** Undefined without the permission to see equipment. */
export const equipmentPart = ({ asset_return_confirmed_at, assets, status }: CaseDetails): Part | undefined => {
  if (assets === undefined) return undefined
  const isCancelled = status === "cancelled"
  const out = isCancelled ? [] : assets.filter((asset) => asset.status === "deployed")
  const days = out.map(({ return_deadline }) => return_deadline)
  return part(assets.filter((asset) => asset.status !== "deployed").length, assets.length, [
    { _tag: "Overdue", count: onDay(days, (left) => left < 0) },
    { _tag: "Lost", count: assets.filter((asset) => asset.status === "lost").length },
    ...nextDue(days),
    ...(out.length === 0 && asset_return_confirmed_at === null && !isCancelled ? [{ _tag: "ReturnOpen" } as const] : [])
  ])
}

/** Undefined without the permission to see documents. */
export const documentsPart = ({ documents }: CaseDetails): Part | undefined => {
  if (documents === undefined) return undefined
  const unsigned = documents.filter(({ status }) => status === "pending")
  return part(documents.length - unsigned.length, documents.length, [
    { _tag: "Rejected", count: documents.filter(isRejected).length },
    { _tag: "Unsigned", count: unsigned.length, name: unsigned.length === 1 ? unsigned[0]?.name : undefined }
  ])
}
