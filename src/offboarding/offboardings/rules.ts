import { tenthOf } from "@svc/contract/kernel/daily-brake"
import { dayIn } from "@svc/contract/kernel/dates"
import type { PlanLimitReached } from "@svc/contract/kernel/errors"
import { admitWithoutPlan } from "@svc/contract/kernel/plan-limits"
import type { Plan } from "@svc/contract/kernel/plans"
import {
  CancelReasonRequired,
  CompletedNotCancellable,
  ManagerIsEmployee,
  OffboardingCancelled,
  StageGateClosed,
  UnknownApps
} from "@svc/contract/offboardings/errors"
import type { MissingItem, OffboardingStatus } from "@svc/contract/offboardings/schema"
import { Cron, Data, DateTime, Option, Result } from "effect"

const stages: ReadonlyArray<OffboardingStatus> = [
  "pending",
  "notice_period",
  "it_revocation",
  "asset_recovery",
  "completed"
]

const isPastRevocation = (status: OffboardingStatus) => stages.indexOf(status) > stages.indexOf("it_revocation")

/** Neither completed nor cancelled (cases-12). */
export const isOpen = (status: OffboardingStatus): boolean => status !== "completed" && status !== "cancelled"

/** What the revocation gate looks at. */
interface AppsGate {
  readonly selected: number
  /** Apps neither revoked nor marked as removed, and those still active. */
  readonly missing: ReadonlyArray<string>
  /** Those of them whose account was read as active after its removal. */
  readonly stillActive: ReadonlyArray<string>
  /** An admin confirmed that there is nothing to revoke. */
  readonly nothingConfirmed: boolean
}

/** What the completion gate looks at besides the apps. */
interface CompletionGate {
  /** Assets of the person that are neither returned nor lost. */
  readonly assets: ReadonlyArray<string>
  readonly assetReturnConfirmed: boolean
  /** Tasks neither done nor marked not needed. */
  readonly tasks: ReadonlyArray<string>
}

export interface Gates extends AppsGate, CompletionGate {}

const missingApps = (gate: AppsGate): ReadonlyArray<MissingItem> =>
  gate.selected > 0
    ? gate.missing.map((name) => ({
        kind: "app" as const,
        name,
        ...(gate.stillActive.includes(name) ? { still_active: true } : {})
      }))
    : gate.nothingConfirmed
      ? []
      : [{ kind: "app" as const, name: "confirmation that there is nothing to revoke" }]

const missingForCompletion = (gate: CompletionGate): ReadonlyArray<MissingItem> => [
  ...gate.assets.map((name) => ({ kind: "asset" as const, name })),
  ...(gate.assetReturnConfirmed ? [] : [{ kind: "asset_confirmation" as const, name: "confirmation of asset return" }]),
  ...gate.tasks.map((name) => ({ kind: "task" as const, name }))
]

/**
 * The gate that a move passes (stages-2, stages-3): `apps` past `it_revocation`, `completion` to `completed`,
 * which includes the apps. Backward moves, cancelling and moves that are refused anyway pass none.
 */
export const gateOf = (from: OffboardingStatus, to: OffboardingStatus): "none" | "apps" | "completion" => {
  if (!isOpen(from) || !isPastRevocation(to) || from === to) return "none"
  if (to === "completed") return "completion"
  return isPastRevocation(from) ? "none" : "apps"
}

/** What of the gate of this move is not done yet. */
export const missingFor = (
  from: OffboardingStatus,
  to: OffboardingStatus,
  gates: Gates
): ReadonlyArray<MissingItem> => {
  switch (gateOf(from, to)) {
    case "none":
      return []
    case "apps":
      return missingApps(gates)
    case "completion":
      return [...missingApps(gates), ...missingForCompletion(gates)]
  }
}

/** What a change of status does beyond the status itself. */
export type Transition = Data.TaggedEnum<{
  /** The same status again: nothing changes, nothing is sent. */
  Unchanged: {}
  Move: {}
  /** The person becomes inactive in the directory. */
  Complete: {}
  /** Out of `completed`: the person becomes active again. */
  Reopen: {}
  /** Final: the scheduled revocation goes, the person becomes active again. */
  Cancel: { readonly reason: string }
}>
export const Transition = Data.taggedEnum<Transition>()

/** An app that is back asks for something else than one that was never revoked. */
const named = ({ name, still_active }: MissingItem) =>
  still_active === true
    ? `${name} (removed, but the account was still active when read: revoke it again, or confirm its removal manually)`
    : name

const closed = (missing: ReadonlyArray<MissingItem>) =>
  new StageGateClosed({
    error: `The offboarding cannot move to this stage yet. Still missing: ${missing.map(named).join(", ")}`,
    missing
  })

/**
 * The possible moves (stages-1 to stages-11). `reason` is absent unless it has 5 to 500 characters; only a
 * cancellation requires it.
 */
export const decideTransition = (
  from: OffboardingStatus,
  to: OffboardingStatus,
  gates: Gates,
  reason: Option.Option<string>
): Result.Result<
  Transition,
  OffboardingCancelled | CompletedNotCancellable | CancelReasonRequired | StageGateClosed
> => {
  if (from === to) return Result.succeed(Transition.Unchanged())
  if (from === "cancelled") return Result.fail(new OffboardingCancelled())
  if (to === "cancelled") {
    if (from === "completed") return Result.fail(new CompletedNotCancellable())
    return Option.match(reason, {
      onNone: () => Result.fail(new CancelReasonRequired()),
      onSome: (text) => Result.succeed(Transition.Cancel({ reason: text }))
    })
  }
  if (from === "completed") return Result.succeed(Transition.Reopen())
  const missing = missingFor(from, to, gates)
  if (missing.length > 0) return Result.fail(closed(missing))
  return Result.succeed(to === "completed" ? Transition.Complete() : Transition.Move())
}

/** Days before a contract end at which a case is created, and after a missed one. */
export const expiryDays = 14

/** Cases per query of a job. */
export const batchSize = 200

/** Empty text means none. */
export const addressOrNone = (text: string | null): string | null => (text === "" ? null : text)

const isSameAddress = (a: string, b: string | null) => b !== null && a.toLowerCase() === b.toLowerCase()

/** The manager must not be the employee, by any of their emails; none is fine. */
export const admitManager = (
  manager: string | null,
  employeeAddresses: ReadonlyArray<string | null>
): Result.Result<string | null, ManagerIsEmployee> =>
  manager !== null && employeeAddresses.some((address) => isSameAddress(manager, address))
    ? Result.fail(new ManagerIsEmployee())
    : Result.succeed(manager)

/** The manager whom the directory names, unless that is the employee. */
export const managerFromDirectory = (manager: string | null, employeeEmail: string): string | null =>
  manager === null || isSameAddress(manager, employeeEmail) ? null : addressOrNone(manager)

/** Plan limit on open offboardings (cases-13), given how many are open with the new one. */
export const admitOpen = (plan: Plan, open: number): Result.Result<void, PlanLimitReached> =>
  admitWithoutPlan(plan, "openOffboardings", { used: open - 1 })

/** The later of the days in two zones: a day that is past in either revokes access immediately. */
export const laterDay = (zone: string, other: string | null, now: DateTime.Utc): string => {
  const [day, otherDay] = [dayIn(zone, now), dayIn(other ?? zone, now)]
  return day > otherDay ? day : otherDay
}

/** Maximum number of immediate revocations that API keys begin in 24 hours (offboarding-133). */
export const maxImmediate = (active: number): number => tenthOf(active, 5)

export const unknownApps = (names: ReadonlyArray<string>): UnknownApps =>
  new UnknownApps({
    error: `apps_to_revoke: these apps are not connected or cannot revoke access: ${names.join(", ")}`,
    apps: names
  })

/** When `offboarding-retention` runs, in UTC. */
export const retentionCron = "45 2 * * *"

const nights = Cron.parseUnsafe(retentionCron, "UTC")

/** The first run of `offboarding-retention` at this moment or after it. */
export const firstNight = (from: DateTime.Utc): DateTime.Utc =>
  DateTime.fromDateUnsafe(Cron.next(nights, DateTime.toDateUtc(DateTime.subtract(from, { milliseconds: 1 }))))
