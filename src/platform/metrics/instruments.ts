import { Metric } from "effect"

interface Description {
  /** As OpenTelemetry names it, where its conventions have one. */
  readonly name: string
  readonly description: string
  /** `s`, `By`, or `1`; none if the name says what is counted. */
  readonly unit?: "s" | "By" | "1"
}

interface Instrument extends Description {
  readonly kind: "counter" | "gauge" | "histogram"
  /** As `/metrics` has it. */
  readonly prometheus: string
}

const suffixes = { s: "_seconds", By: "_bytes", "1": "_ratio" }

/** OpenTelemetry's name as Prometheus takes it: dots become underscores, the unit is spelled out, counters end in `_total`, gauges never in `_count`. */
const prometheusName = ({ name, unit }: Description, kind: Instrument["kind"]) => {
  const plain = name.replaceAll(".", "_")
  const suffix = unit === undefined ? "" : suffixes[unit]
  const spelled = plain.endsWith(suffix) || plain.endsWith(`${suffix}_total`) ? plain : plain + suffix
  if (kind === "counter") return spelled.endsWith("_total") ? spelled : `${spelled}_total`
  // `_count` ends the name of a histogram's count.
  return kind === "gauge" ? spelled.replace(/_count$/, "s") : spelled
}

const known = new Map<string, Instrument>()

/** Every instrument that the loaded modules declare, by its name; the alert rules and the dashboard are checked against it. */
export const instruments: ReadonlyMap<string, Instrument> = known

const declared = (description: Description, kind: Instrument["kind"]) => {
  known.set(description.name, { ...description, kind, prometheus: prometheusName(description, kind) })
  const { unit } = description
  return {
    description: description.description,
    ...(unit === undefined ? {} : { attributes: { unit } })
  }
}

export const counter = (description: Description) =>
  Metric.counter(description.name, { ...declared(description, "counter"), incremental: true })

export const gauge = (description: Description) => Metric.gauge(description.name, declared(description, "gauge"))

export const histogram = (description: Description & { readonly boundaries: ReadonlyArray<number> }) =>
  Metric.histogram(description.name, { ...declared(description, "histogram"), boundaries: description.boundaries })

/** What `/metrics` calls the metric of this name. */
export const toPrometheus = (name: string): string => known.get(name)?.prometheus ?? name
