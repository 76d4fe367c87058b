import { Context, type Duration } from "effect"

/** How much time a return has. Tests provide others; nothing else does. */
interface Limits {
  /** One line: read, written, and verified. */
  readonly line: Duration.Input
  /** Lease of a return without a heartbeat: longer than a line takes. */
  readonly lease: Duration.Input
  readonly returnsAtOnce: number
}

export const AccessReturnLimits = Context.Reference<Limits>("svc/access-returns/AccessReturnLimits", {
  defaultValue: () => ({ line: "45 seconds", lease: "2 minutes", returnsAtOnce: 4 })
})
