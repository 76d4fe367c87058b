import { Effect, Metric } from "effect"
import { counter } from "#platform/metrics/instruments"
import type { Figures } from "./settlement.ts"

const outcomes = counter({
  name: "deliveries_total",
  description: "Attempts to deliver by how they ended; dead: given up, dropped: not to be sent any more"
})

/** Counts how the attempts of one queue ended. */
export const makeOutcomeCounter = (queue: string) => {
  const of = (outcome: keyof Figures) => Metric.withAttributes(outcomes, { queue, outcome })
  const counters = { delivered: of("delivered"), failed: of("failed"), dead: of("dead"), dropped: of("dropped") }
  return Effect.fnUntraced(function* (figures: Figures) {
    yield* Metric.update(counters.delivered, figures.delivered)
    yield* Metric.update(counters.failed, figures.failed)
    yield* Metric.update(counters.dead, figures.dead)
    yield* Metric.update(counters.dropped, figures.dropped)
  })
}
