import { Effect, Layer } from "effect"
import { OtlpSerialization, type OtlpTracer } from "effect/observability"
import { statementName, type StatementName } from "./statement-name.ts"
import { routeTemplate, toldPath } from "./told-path.ts"

type Spans = OtlpTracer.ScopeSpan["spans"]
type Span = Spans[number]
type Attributes = Span["attributes"]

/** Marks the first span of a round of work that found nothing to do. */
export const idleAttribute = "svc.idle"

const textOf = (attributes: Attributes, key: string) =>
  attributes.find((attribute) => attribute.key === key)?.value.stringValue ?? undefined

const text = (key: string, value: string) => ({ key, value: { stringValue: value } })

/** Replaces attributes; undefined removes one. */
const withAttributes = (attributes: Attributes, changed: Readonly<Record<string, string | undefined>>): Attributes => [
  ...attributes.filter(({ key }) => !(key in changed)),
  ...Object.entries(changed).flatMap(([key, value]) => (value === undefined ? [] : [text(key, value)]))
]

const server = (span: Span): Span => {
  const method = textOf(span.attributes, "http.request.method")
  if (method === undefined) return span
  const route = routeTemplate(textOf(span.attributes, "http.route"))
  const path = textOf(span.attributes, "url.path") ?? ""
  const told = toldPath(path, route)
  return {
    ...span,
    name: route === undefined ? method : `${method} ${route}`,
    attributes: withAttributes(span.attributes, {
      "http.route": route,
      "url.path": told,
      "url.full": textOf(span.attributes, "url.full")?.replace(path, told)
    })
  }
}

// Statements are few and come again and again.
const names = new Map<string, StatementName>()
const keptNames = 2_000

const nameOf = (statement: string) => {
  const known = names.get(statement)
  if (known !== undefined) return known
  if (names.size >= keptNames) names.clear()
  const name = statementName(statement)
  names.set(statement, name)
  return name
}

const database = (span: Span): Span => {
  const statement = textOf(span.attributes, "db.query.text")
  if (statement === undefined) return span
  const { operation, table } = nameOf(statement)
  return {
    ...span,
    name: table === undefined ? operation : `${operation} ${table}`,
    attributes: withAttributes(span.attributes, { "db.operation.name": operation, "db.collection.name": table })
  }
}

/** A schema error contains the value, which may be a person's name; its path is enough. */
const withoutValues = (span: Span): Span => {
  if (!span.events.some(({ attributes }) => textOf(attributes, "exception.type") === "SchemaError")) return span
  const message = "A value is not as its schema has it"
  return {
    ...span,
    status: { ...span.status, message },
    events: span.events.map((event) =>
      textOf(event.attributes, "exception.type") === "SchemaError"
        ? {
            ...event,
            attributes: withAttributes(event.attributes, {
              "exception.message": message,
              "exception.stacktrace": undefined
            })
          }
        : event
    )
  }
}

const kinds = { server: 2, client: 3 }
const failedStatus = 2

/** An outbound call with a status from 400 is a failed span, whatever the caller makes of it. */
const client = (span: Span): Span => {
  const status = span.attributes.find(({ key }) => key === "http.response.status_code")?.value.intValue
  return Number(status ?? 0) >= 400 ? { ...span, status: { code: failedStatus } } : database(span)
}

const byConvention = (span: Span): Span => {
  const clean = withoutValues(span)
  if (clean.kind === kinds.server) return server(clean)
  return clean.kind === kinds.client ? client(clean) : clean
}

/** Rounds that found nothing are not sent at all: two idle nodes would send tens of spans a second of polling. */
const withoutIdle = (spans: Spans): Spans => {
  const idle = new Set(
    spans.flatMap(({ attributes, traceId }) => (attributes.some(({ key }) => key === idleAttribute) ? [traceId] : []))
  )
  return idle.size === 0 ? spans : spans.filter(({ traceId }) => !idle.has(traceId))
}

/**
 * Spans as they are exported: named by OpenTelemetry's conventions (`POST /api/v1/offboardings`, `SELECT assets`),
 * which is decided at their end and costs the request nothing, and without private values.
 */
export const conventionalSpans = Layer.effect(
  OtlpSerialization.OtlpSerialization,
  Effect.map(OtlpSerialization.OtlpSerialization, (serialization) => ({
    ...serialization,
    traces: ({ resourceSpans }) =>
      serialization.traces({
        resourceSpans: resourceSpans.map((resource) => ({
          ...resource,
          scopeSpans: resource.scopeSpans.map((scope) => ({
            ...scope,
            spans: withoutIdle(scope.spans).map(byConvention)
          }))
        }))
      })
  }))
).pipe(Layer.provide(OtlpSerialization.layerJson))
