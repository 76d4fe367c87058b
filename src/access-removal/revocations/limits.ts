import { Context, type Duration } from "effect"

/**
 * The time limits of runs (revocation-8); those of one call are `VendorLimits`. Tests provide others;
 * nothing else does.
 */
export interface Limits {
  /** After this, counted from the run's start, no new app is begun. */
  readonly newApps: Duration.Input
  /** After this, calls still going are stopped. */
  readonly stop: Duration.Input
  /** Lease of a run without a heartbeat. */
  readonly lease: Duration.Input
  readonly heartbeat: Duration.Input
  /** Runs of one process at a time. */
  readonly runsAtOnce: number
}

export const RevocationLimits = Context.Reference<Limits>("svc/revocations/RevocationLimits", {
  defaultValue: () => ({
    newApps: "8 minutes",
    stop: "10 minutes",
    lease: "12 seconds",
    heartbeat: "4 seconds",
    runsAtOnce: 16
  })
})
