import { Context, type Duration } from "effect"

/** Time limits of calls to vendors (revocation-8). Tests provide others; nothing else does. */
export interface CallLimits {
  /** One call, and all the waiting for a throttled vendor. */
  readonly call: Duration.Input
  /** Waits before each read that verifies a change; vendors show a change a little late. */
  readonly verifyWaits: ReadonlyArray<Duration.Input>
}

export const VendorLimits = Context.Reference<CallLimits>("svc/vendors/VendorLimits", {
  defaultValue: () => ({ call: "30 seconds", verifyWaits: ["0 seconds", "2 seconds", "5 seconds"] })
})
