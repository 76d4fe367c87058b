import { Effect, Metric } from "effect"
import { counter } from "#platform/metrics/instruments"
import type { Figures } from "./settlement.ts"

const outcomes = counter({
  name: "deliveries_total",
  description: "Delivery attempts by outcome; dead: dead letter, dropped: no longer to be sent"
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
