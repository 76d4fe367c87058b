import { Context, type Duration } from "effect"

/** How much is asked of vendors. Tests provide others; nothing else does. */
interface Limits {
  /** All calls of a scan at one app. */
  readonly app: Duration.Input
  /** Of all looks of a run together, whose first app waits for them. */
  readonly beforeCut: Duration.Input
  readonly appsAtOnce: number
}

export const EntitlementLimits = Context.Reference<Limits>("svc/entitlements/EntitlementLimits", {
  defaultValue: () => ({ app: "30 seconds", beforeCut: "45 seconds", appsAtOnce: 4 })
})
