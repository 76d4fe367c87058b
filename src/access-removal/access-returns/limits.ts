import { Context, type Duration } from "effect"

/** How much time a return has. Tests provide others; nothing else does. */
interface Limits {
  /** One line: looked at, written and read back. */
  readonly line: Duration.Input
  /** A return stays with a worker that is not heard of any more for so long: longer than a line takes. */
  readonly lease: Duration.Input
  readonly returnsAtOnce: number
}

export const AccessReturnLimits = Context.Reference<Limits>("svc/access-returns/AccessReturnLimits", {
  defaultValue: () => ({ line: "45 seconds", lease: "2 minutes", returnsAtOnce: 4 })
})
