import { Context, type Duration } from "effect"

/** How much is asked of vendors. Tests provide others; nothing else does. */
interface Limits {
  /** All calls of a scan at one app. */
  readonly app: Duration.Input
  /** Of all looks of a run together, whose first app waits for them. */
  readonly beforeCut: Duration.Input
  /** What is ended and handed over at an app before its own cut; what is left follows after it. */
  readonly closing: Duration.Input
  /** One call that ends or hands over, with its reading back. */
  readonly item: Duration.Input
  /** Lease of a case without a heartbeat: longer than a scan and its consequences take. */
  readonly lease: Duration.Input
  readonly appsAtOnce: number
  readonly casesAtOnce: number
  /** Cases that one round takes, and that a round of the night makes due. */
  readonly perRound: number
}

export const LeftBehindLimits = Context.Reference<Limits>("svc/left-behind/LeftBehindLimits", {
  defaultValue: () => ({
    app: "1 minute",
    beforeCut: "45 seconds",
    closing: "1 minute",
    item: "45 seconds",
    lease: "10 minutes",
    appsAtOnce: 4,
    casesAtOnce: 4,
    perRound: 50
  })
})
