import { AppsNotSelected, NoAppsSelected, NothingLeftToRevoke } from "@svc/contract/revocations/errors"
import type {
  RevocationCounts,
  RevocationOutcome,
  RevocationResult,
  RevocationTrigger
} from "@svc/contract/revocations/schema"
import { DateTime, Result } from "effect"

/** What a run is for, as the audit log says it first. */
export const occasionOf = (
  trigger: RevocationTrigger,
  offboarding: { readonly access_ends_at: DateTime.Utc | null }
): string => {
  if (trigger === "app") return "On request"
  return offboarding.access_ends_at === null ? "At the end of the last day" : "At the scheduled end of access"
}

/** The organization's settings that decide about automatic revocation. */
export interface RevocationSettings {
  /** An IANA zone; cases may have their own. */
  readonly timezone: string
  readonly autoRevoke: boolean
}

/**
 * How a change of the settings affects the schedules (settings-5, settings-6): those that follow the organization's
 * zone `move` with it; turning it on `schedule`s open cases whose access has not ended, turning it off `clear`s them.
 */
export const rescheduling = (
  before: RevocationSettings,
  after: RevocationSettings
): "none" | "move" | "schedule" | "clear" => {
  if (!after.autoRevoke) return before.autoRevoke ? "clear" : "none"
  if (!before.autoRevoke) return "schedule"
  return before.timezone === after.timezone ? "none" : "move"
}

/** One selected app and what was done about it so far. */
export interface SelectedApp {
  readonly service_name: string
  /** Its connector; null once it is disconnected. */
  readonly protocol: string | null
  readonly outcome: RevocationOutcome | null
  readonly removal_confirmed_at: DateTime.Utc | null
  /** The account was last read as active, whatever a run or a person said. */
  readonly still_active: boolean
}

/**
 * The gate: revoked by a run, or confirmed removed by hand, and not read as active since. A skipped app still asks for a
 * confirmation.
 */
export const isSettled = (app: SelectedApp) =>
  !app.still_active && (app.outcome === "revoked" || app.removal_confirmed_at !== null)

const namesOf = (apps: ReadonlyArray<SelectedApp>) => apps.map(({ service_name }) => service_name)

/** The apps of a new run: those named, else those not settled yet, as they are given. */
export const appsToRun = (
  selected: ReadonlyArray<SelectedApp>,
  named: ReadonlyArray<string> | undefined
): Result.Result<ReadonlyArray<string>, NoAppsSelected | AppsNotSelected | NothingLeftToRevoke> => {
  if (selected.length === 0) return Result.fail(new NoAppsSelected())
  if (named !== undefined) {
    const names = new Map(named.map((name) => [name.trim().toLowerCase(), name]))
    const run = selected.filter(({ service_name }) => names.delete(service_name.toLowerCase()))
    const unknown = [...names.values()]
    return unknown.length === 0
      ? Result.succeed(namesOf(run))
      : Result.fail(
          new AppsNotSelected({
            error: `These apps are not selected for this offboarding: ${unknown.join(", ")}`,
            apps: unknown
          })
        )
  }
  const open = namesOf(selected.filter((app) => !isSettled(app)))
  return open.length === 0 ? Result.fail(new NothingLeftToRevoke()) : Result.succeed(open)
}

/** What the latest run of an app left of it. */
interface LatestResult {
  readonly service_name: string
  readonly outcome: RevocationOutcome | null
  readonly message: string | null
  readonly started_at: DateTime.Utc | null
  readonly trigger: RevocationTrigger
  readonly due_at: DateTime.Utc | null
}

/**
 * Which apps are taken up again that a run held back: freed since that run began them. What a run of the schedule held back waits
 * for the next schedule where there is one, or where the last day was moved since.
 */
export const resumable = <Latest extends LatestResult>(
  latest: ReadonlyArray<Latest>,
  {
    freed,
    isHeldBack,
    isScheduled,
    now,
    offboarding
  }: {
    readonly freed: ReadonlyArray<{ readonly service: string; readonly at: DateTime.Utc }>
    readonly isHeldBack: (message: string) => boolean
    readonly isScheduled: boolean
    readonly offboarding: { readonly exit_date: string; readonly access_ends_at: DateTime.Utc | null }
    readonly now: DateTime.Utc
  }
): ReadonlyArray<Latest> => {
  const { access_ends_at: ends, exit_date } = offboarding
  const isOver = ends === null ? exit_date <= DateTime.formatIsoDateUtc(now) : DateTime.isLessThanOrEqualTo(ends, now)
  return latest.filter(({ message, outcome, service_name, started_at, trigger }) => {
    if (outcome !== "manual_required" || message === null || !isHeldBack(message) || started_at === null) return false
    if (trigger === "schedule" && (isScheduled || !isOver)) return false
    return freed.some(({ at, service }) => service === service_name && DateTime.isGreaterThan(at, started_at))
  })
}

/** Whether revoked access was restored since: the app no longer counts as revoked. */
export const isGivenBack = (
  latest: ReadonlyArray<Pick<LatestResult, "service_name" | "outcome">>,
  selected: ReadonlyArray<Pick<SelectedApp, "service_name" | "outcome">>
): boolean =>
  latest.some(
    ({ outcome, service_name }) =>
      outcome === "revoked" && selected.some((app) => app.service_name === service_name && app.outcome === null)
  )

/** `failed` counts what was stopped as well (revocation-10). */
export const countsOf = (results: ReadonlyArray<Pick<RevocationResult, "outcome">>): RevocationCounts => {
  const having = (...outcomes: ReadonlyArray<RevocationOutcome>) =>
    results.filter(({ outcome }) => outcomes.includes(outcome)).length
  return {
    revoked: having("revoked"),
    failed: having("failed", "stopped"),
    manualRequired: having("manual_required"),
    skipped: having("skipped")
  }
}

/**
 * The result of an app that a run ended without: interrupted if its call had started, else never reached. What the time
 * limit left is retried.
 */
export const unfinished = (service: string, begun: boolean, why: "time limit" | "cancelled") => {
  const reason = why === "cancelled" ? "the offboarding was canceled" : "the run reached its time limit"
  return {
    service,
    outcome: begun ? "stopped" : "failed",
    message: begun ? `Stopped: ${reason} before the app answered` : `Not attempted: ${reason}`,
    vendorStatus: null,
    verified: false,
    transient: why === "time limit"
  } as const
}

/** The results of a run as the audit log says them: `Notion: revoked, verified; Figma: failed (403)`. */
export const summaryOf = (results: ReadonlyArray<RevocationResult>): string =>
  results
    .map(({ outcome, service, vendorStatus, verified }) => {
      const status = vendorStatus === null ? "" : ` (${vendorStatus})`
      return `${service}: ${outcome}${status}${verified ? ", verified" : ""}`
    })
    .join("; ")
