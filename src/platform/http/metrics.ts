import { type Context, Metric } from "effect"
import { counter, histogram } from "#platform/metrics/instruments"

const requests = counter({ name: "http_requests_total", description: "Requests with a response" })
/** By OpenTelemetry's conventions, with the buckets that they recommend. */
const durations = histogram({
  name: "http.server.request.duration",
  unit: "s",
  description: "Seconds from the request's arrival to its response",
  boundaries: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
})

/** Paths without a route are one series, because callers choose them. */
const unmatched = "unmatched"

interface Answered {
  readonly method: string
  /** The template of the route. */
  readonly route: string | undefined
  readonly status: number
}

/** Counts and times answers by route. Series are kept, for to look one up by its attributes costs more than to count. */
export const makeHttpMetrics = () => {
  const counters = new Map<string, Metric.Metric<number, unknown>>()
  const histograms = new Map<string, Metric.Metric<number, unknown>>()
  const kept = (
    series: Map<string, Metric.Metric<number, unknown>>,
    key: string,
    make: () => Metric.Metric<number, unknown>
  ) => {
    const known = series.get(key)
    if (known !== undefined) return known
    const made = make()
    series.set(key, made)
    return made
  }
  const counterOf = ({ method, route = unmatched, status }: Answered) =>
    kept(counters, `${method} ${route} ${status}`, () =>
      Metric.withAttributes(requests, { method, route, status: String(status) })
    )
  const durationOf = ({ method, route = unmatched, status }: Answered) =>
    kept(histograms, `${method} ${route} ${status}`, () =>
      Metric.withAttributes(durations, {
        unit: "s",
        "http.request.method": method,
        "http.route": route,
        "http.response.status_code": String(status)
      })
    )
  return {
    /** Counts a response and its duration in seconds, if the context has the instruments. */
    answered: (answer: Answered, seconds: number, context: Context.Context<never>): void => {
      counterOf(answer).updateUnsafe(1, context)
      durationOf(answer).updateUnsafe(seconds, context)
    }
  }
}
