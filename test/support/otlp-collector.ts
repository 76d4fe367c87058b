import { Effect, Schedule, Schema } from "effect"
import { createServer, type IncomingHttpHeaders } from "node:http"
import { listen } from "./outbound-servers.ts"

const Value = Schema.Struct({
  stringValue: Schema.optionalKey(Schema.NullOr(Schema.String)),
  intValue: Schema.optionalKey(Schema.NullOr(Schema.Union([Schema.Number, Schema.String]))),
  doubleValue: Schema.optionalKey(Schema.NullOr(Schema.Number)),
  boolValue: Schema.optionalKey(Schema.NullOr(Schema.Boolean))
})

const Attributes = Schema.Array(Schema.Struct({ key: Schema.String, value: Value }))

const Resource = Schema.Struct({ attributes: Attributes })

const SpanFields = Schema.Struct({
  traceId: Schema.String,
  spanId: Schema.String,
  parentSpanId: Schema.optionalKey(Schema.NullOr(Schema.String)),
  name: Schema.String,
  kind: Schema.Number,
  attributes: Attributes,
  status: Schema.Struct({ code: Schema.Number }),
  links: Schema.optionalKey(Schema.Array(Schema.Struct({ traceId: Schema.String, spanId: Schema.String })))
})

const TraceBody = Schema.fromJsonString(
  Schema.Struct({
    resourceSpans: Schema.Array(
      Schema.Struct({
        resource: Resource,
        scopeSpans: Schema.Array(Schema.Struct({ spans: Schema.Array(SpanFields) }))
      })
    )
  })
)

const Points = Schema.Struct({ dataPoints: Schema.Array(Schema.Struct({ attributes: Attributes })) })

const MetricBody = Schema.fromJsonString(
  Schema.Struct({
    resourceMetrics: Schema.Array(
      Schema.Struct({
        resource: Resource,
        scopeMetrics: Schema.Array(
          Schema.Struct({
            metrics: Schema.Array(
              Schema.Struct({
                name: Schema.String,
                sum: Schema.optionalKey(Points),
                gauge: Schema.optionalKey(Points),
                histogram: Schema.optionalKey(Points)
              })
            )
          })
        )
      })
    )
  })
)

const LogBody = Schema.fromJsonString(
  Schema.Struct({
    resourceLogs: Schema.Array(
      Schema.Struct({
        resource: Resource,
        scopeLogs: Schema.Array(
          Schema.Struct({
            logRecords: Schema.Array(
              Schema.Struct({
                timeUnixNano: Schema.String,
                severityNumber: Schema.Number,
                severityText: Schema.String,
                body: Value,
                traceId: Schema.optionalKey(Schema.String),
                attributes: Attributes
              })
            )
          })
        )
      })
    )
  })
)

const plain = (attributes: typeof Attributes.Type) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue ?? null
    ])
  )

export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  readonly kind: number
  readonly status: number
  readonly attributes: Readonly<Record<string, string | number | boolean | null>>
  readonly links: ReadonlyArray<{ readonly traceId: string; readonly spanId: string }>
  readonly resource: Readonly<Record<string, string | number | boolean | null>>
}

/** A collector of OTLP as JSON on loopback. `answer` decides how it answers; undefined: it never does. */
export const anOtlpCollector = Effect.fnUntraced(function* (answer: (path: string) => number | undefined = () => 200) {
  const posts: Array<{ readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const path = request.url ?? ""
      posts.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() })
      const status = answer(path)
      if (status !== undefined) response.writeHead(status, { "content-type": "application/json" }).end("{}")
    })
  })
  const { port } = yield* listen(server)
  yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))

  const bodies = (path: string) => posts.filter((post) => post.path === path).map(({ body }) => body)

  const spans = (): ReadonlyArray<ReceivedSpan> =>
    bodies("/v1/traces").flatMap((body) =>
      Schema.decodeUnknownSync(TraceBody)(body).resourceSpans.flatMap(({ resource, scopeSpans }) =>
        scopeSpans.flatMap((scope) =>
          scope.spans.map((span) => ({
            ...span,
            parentSpanId: span.parentSpanId ?? undefined,
            status: span.status.code,
            attributes: plain(span.attributes),
            links: span.links ?? [],
            resource: plain(resource.attributes)
          }))
        )
      )
    )

  /** The attributes of each metric's points, by its name; of the newest export. */
  const metrics = () => {
    const body = bodies("/v1/metrics").at(-1)
    if (body === undefined) return {}
    return Object.fromEntries(
      Schema.decodeUnknownSync(MetricBody)(body).resourceMetrics.flatMap(({ scopeMetrics }) =>
        scopeMetrics.flatMap(({ metrics: all }) =>
          all.map(({ gauge, histogram, name, sum }) => [
            name,
            (sum ?? gauge ?? histogram)?.dataPoints.map(({ attributes }) => plain(attributes)) ?? []
          ])
        )
      )
    )
  }

  const logs = () =>
    bodies("/v1/logs").flatMap((body) =>
      Schema.decodeUnknownSync(LogBody)(body).resourceLogs.flatMap(({ resource, scopeLogs }) =>
        scopeLogs.flatMap((scope) =>
          scope.logRecords.map(({ attributes, body, ...record }) => ({
            ...record,
            text: body.stringValue,
            attributes: plain(attributes),
            resource: plain(resource.attributes)
          }))
        )
      )
    )

  /** Waits until a span of this kind has come. */
  const until = (is: (span: ReceivedSpan) => boolean) =>
    Effect.suspend(() => {
      const found = spans().find(is)
      return found === undefined ? Effect.fail("not yet" as const) : Effect.succeed(found)
    }).pipe(
      Effect.retry(Schedule.spaced("50 millis")),
      Effect.mapError(() => `no such span came: ${[...new Set(spans().map(({ name }) => name))].join(", ")}`),
      Effect.orDie
    )

  return { url: `http://127.0.0.1:${port}`, posts, spans, metrics, logs, until }
})
