import { Context, Effect, type Fiber, Option, Tracer } from "effect"
import { Headers, HttpTraceContext } from "effect/http"

/** The span that the fiber works in, where spans are sent. */
const sentSpan = (fiber: Fiber.Fiber<unknown, unknown>): Tracer.AnySpan | undefined => {
  const { span, tracerEnabled } = fiber.cache
  return tracerEnabled && span?.sampled === true && fiber.getRef(Tracer.Tracer) !== Tracer.nativeTracer
    ? span
    : undefined
}

/** The trace that the fiber's work belongs to, where it is sent. */
export const traceIdOf = (fiber: Fiber.Fiber<unknown, unknown>): string | undefined => sentSpan(fiber)?.traceId

/** The trace of the request that caused what is done now, as W3C trace context writes it, where it is known. */
export const CausedBy = Context.Reference<string | null>("svc/platform/CausedBy", { defaultValue: () => null })

/** What to keep with work that is done later, so that it can be linked; null where no traces are sent. */
export const traceParent: Effect.Effect<string | null> = Effect.withFiber((fiber) => {
  const span = sentSpan(fiber)
  const own = span === undefined ? null : `00-${span.traceId.padStart(32, "0")}-${span.spanId}-01`
  return Effect.succeed(fiber.getRef(CausedBy) ?? own)
})

/**
 * Does the work in a trace of its own that is linked with the one kept for it, and so is what this work causes in its
 * turn. The id of that trace is an attribute, too, for who looks for one and has no search by links.
 */
export const inLinkedTrace =
  (name: string, options: { readonly causedBy: string | null; readonly attributes: Record<string, string> }) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber((fiber) => {
      if (!fiber.cache.tracerEnabled) return self
      const { attributes, causedBy } = options
      const cause =
        causedBy === null ? Option.none() : HttpTraceContext.w3c(Headers.fromInput({ traceparent: causedBy }))
      const links = Option.toArray(cause).map((span) => ({ span, attributes: {} }))
      const told = links.map(({ span }) => ["svc.caused_by.trace_id", span.traceId] as const)
      return Effect.withSpan(Effect.provideService(self, CausedBy, causedBy), name, {
        root: true,
        attributes: { ...attributes, ...Object.fromEntries(told) },
        links
      })
    })

/**
 * A client span. The host is recorded, the URL not: it may be a tenant's secret (platform-27). `answered`: attributes
 * of the response.
 */
export const asClientCall =
  <Answer = unknown>(
    name: string,
    attributes: () => Readonly<Record<string, unknown>>,
    { answered }: { readonly answered?: (answer: Answer) => Readonly<Record<string, unknown>> } = {}
  ) =>
  <A extends Answer, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber((fiber) => {
      if (!fiber.cache.tracerEnabled) return self
      const told =
        answered === undefined ? self : Effect.tap(self, (answer) => Effect.annotateCurrentSpan(answered(answer)))
      return Effect.withSpan(told, name, { kind: "client", attributes: attributes() })
    })
