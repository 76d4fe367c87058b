import { Context, type Duration } from "effect"

/** How much the nightly look asks of vendors. Tests provide others; nothing else does. */
interface Limits {
  /** Accounts read per round and organization; the rounds of a night divide the rest. */
  readonly perRound: number
  readonly organisationsAtOnce: number
  /** All calls for one account. */
  readonly account: Duration.Input
}

export const ResidualAccessLimits = Context.Reference<Limits>("svc/residual-access/ResidualAccessLimits", {
  defaultValue: () => ({ perRound: 50, organisationsAtOnce: 4, account: "1 minute" })
})
