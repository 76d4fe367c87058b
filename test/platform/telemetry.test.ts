import { assert, describe, it } from "#test/support/suite"
import { Cause, Effect, Layer, Logger, Metric, Option, Redacted, Schema } from "effect"
import { UrlParams } from "effect/http"
import { AppConfig } from "#platform/config/config"
import { causeText } from "#platform/observability/cause-text"
import { lineLogger } from "#platform/observability/logging"
import { idleAttribute } from "#platform/observability/span-conventions"
import { statementName } from "#platform/observability/statement-name"
import { ExportedLines, ExportedLinesLayer, maxLinesPerSecond } from "#platform/observability/otlp-logs"
import { LoggingLayer, TelemetryLayer } from "#platform/observability/telemetry"
import { toldPath } from "#platform/observability/told-path"
import { anOtlpCollector } from "#test/support/otlp-collector"
import { TestConfig } from "#test/support/TestApp"

const configured = (overrides: Partial<AppConfig["Service"]>) =>
  Layer.effect(
    AppConfig,
    Effect.map(AppConfig, (config) => AppConfig.of({ ...config, ...overrides }))
  ).pipe(Layer.provide(TestConfig))

/** Runs it as the service would, to the end of the process. */
const sending =
  (url: string, overrides: Partial<AppConfig["Service"]> = {}) =>
  <A, E>(self: Effect.Effect<A, E>) =>
    Effect.provide(
      self,
      TelemetryLayer.pipe(Layer.provide(configured({ otlpEndpoint: Option.some(url), ...overrides })))
    )

/** With the service's own log, on to the end of the process. */
const logging =
  (url: string) =>
  <A, E>(self: Effect.Effect<A, E>) =>
    Effect.provide(self, LoggingLayer.pipe(Layer.provide(configured({ otlpEndpoint: Option.some(url) }))))

describe("telemetry", () => {
  // surfaces-7: Traces, metrics and logs go by OTLP where an endpoint is given; nothing personal is in them, nor in the
  //   log.
  it.live("spans and metrics are sent by OTLP when an endpoint is configured, the last ones at the end", function* () {
    const collector = yield* anOtlpCollector()
    const counter = Metric.withAttributes(Metric.counter("things_total", { incremental: true }), { kind: "a" })
    yield* Metric.update(counter, 1).pipe(Effect.withSpan("a-step-of-the-service"), sending(collector.url))
    const [span] = collector.spans()
    assert.strictEqual(span?.name, "a-step-of-the-service")
    assert.deepStrictEqual(collector.metrics()["things_total"], [{ kind: "a" }])
  })

  it.live("what is sent names the service, its version and which of its processes it is", function* () {
    const collector = yield* anOtlpCollector()
    const resources = Effect.fnUntraced(function* (overrides: Partial<AppConfig["Service"]>) {
      yield* Effect.void.pipe(Effect.withSpan("one"), sending(collector.url, overrides))
      return collector.spans().at(-1)?.resource ?? {}
    })
    const first = yield* resources({})
    assert.include(first, { "service.name": "offboarding-service", "service.version": "1.4.0" })
    const second = yield* resources({ otelServiceName: Option.some("hr-exit"), otelResource: { team: "people" } })
    assert.include(second, { "service.name": "hr-exit", team: "people" })
    assert.match(String(first["service.instance.id"]), /^[0-9a-f-]{36}$/)
    assert.notStrictEqual(first["service.instance.id"], second["service.instance.id"])
    const named = yield* resources({
      otelResource: { "service.name": "by-attribute", "service.instance.id": "node-1" }
    })
    assert.include(named, { "service.name": "by-attribute", "service.instance.id": "node-1" })
  })

  it.live("OTEL_EXPORTER_OTLP_HEADERS go with each export", function* () {
    const collector = yield* anOtlpCollector()
    const otlpHeaders = Redacted.make({ authorization: "Bearer of-the-collector" })
    yield* Effect.void.pipe(Effect.withSpan("one"), sending(collector.url, { otlpHeaders }))
    assert.deepStrictEqual(collector.posts.map(({ headers, path }) => [path, headers.authorization]).toSorted(), [
      ["/v1/metrics", "Bearer of-the-collector"],
      ["/v1/traces", "Bearer of-the-collector"]
    ])
  })

  // surfaces-7
  it.live("log lines are sent by OTLP with the fields of the standard output, the last ones at the end", function* () {
    const collector = yield* anOtlpCollector()
    yield* Effect.logWarning(
      "the app did not answer",
      { attempt: 2, secret: { token: "t" } },
      new Error("timed out")
    ).pipe(Effect.annotateLogs("source", "revocations"), logging(collector.url))
    const [line] = collector.logs()
    assert.include(line, { severityNumber: 13, severityText: "WARN", text: "the app did not answer" })
    assert.deepStrictEqual(line?.attributes, { source: "revocations", attempt: 2, cause: "Error: timed out" })
    assert.include(line?.resource, { "service.name": "offboarding-service" })
  })

  // observe-7: A node sends at most 2,000 log lines a second by OTLP, and counts the rest.
  it.live("more log lines than 2,000 a second are left out by OTLP, and counted", function* () {
    const collector = yield* anOtlpCollector()
    yield* Effect.gen(function* () {
      const { send } = yield* ExportedLines
      for (let at = 0; at < 3 * maxLinesPerSecond; at += 1) send({ at, level: "Info", message: "a line", fields: {} })
    }).pipe(
      Effect.provide(ExportedLinesLayer.pipe(Layer.provide(configured({ otlpEndpoint: Option.some(collector.url) }))))
    )
    const lines = collector.logs()
    const sent = lines.filter(({ severityText }) => severityText === "INFO").length
    const leftOut = lines.flatMap(({ attributes, text }) =>
      text === "log lines not sent by OTLP" ? [Number(attributes["lines"])] : []
    )
    assert.isNotEmpty(leftOut)
    assert.strictEqual(sent + leftOut.reduce((sum, one) => sum + one, 0), 3 * maxLinesPerSecond)
  })

  it.live("the calls of the exporter are in no trace", function* () {
    const collector = yield* anOtlpCollector()
    yield* Effect.void.pipe(Effect.withSpan("one"), sending(collector.url))
    assert.deepStrictEqual(
      collector.spans().map(({ name }) => name),
      ["one"]
    )
    assert.isTrue(collector.posts.every(({ headers }) => headers["traceparent"] === undefined))
  })

  it.live.each([
    ["is not there", Effect.succeed("http://127.0.0.1:9")],
    [
      "never answers",
      Effect.map(
        anOtlpCollector(() => undefined),
        ({ url }) => url
      )
    ],
    [
      "answers 500",
      Effect.map(
        anOtlpCollector(() => 500),
        ({ url }) => url
      )
    ]
  ] as const)("a collector that %s holds up neither the work nor the end, and says nothing in the log", ([, address]) =>
    Effect.gen(function* () {
      const written: Array<string> = []
      const url = yield* address
      const started = performance.now()
      const done = yield* Effect.succeed("done").pipe(
        Effect.withSpan("one"),
        sending(url),
        Effect.provide(Logger.layer([lineLogger("json", (text) => void written.push(text))]))
      )
      assert.strictEqual(done, "done")
      assert.isBelow(performance.now() - started, 20_000)
      assert.deepStrictEqual(written, [])
    }).pipe(Effect.scoped)
  )

  // observe-11: A round of a job that found nothing to do sends no trace.
  it.live("a round that found nothing to do is not sent, with all that it asked for", function* () {
    const collector = yield* anOtlpCollector()
    const round = (name: string, idle: boolean) =>
      Effect.withSpan(Effect.void, `${name} asks`).pipe(
        Effect.andThen(idle ? Effect.annotateCurrentSpan(idleAttribute, true) : Effect.void),
        Effect.withSpan(name, { root: true })
      )
    yield* Effect.andThen(round("empty", true), round("busy", false)).pipe(sending(collector.url))
    assert.deepStrictEqual(
      collector
        .spans()
        .map(({ name }) => name)
        .toSorted(),
      ["busy", "busy asks"]
    )
  })

  // surfaces-7
  it.live("no value of a query is in a span: reasons and searches name people", () =>
    Effect.gen(function* () {
      const redacted = yield* UrlParams.CurrentRedactedNames
      const url = "https://svc.example/api/employees?q=ada&reason=Caught+stealing&code=secret"
      assert.notMatch(UrlParams.redactUrl(url, redacted), /ada|Caught|secret/)
    }).pipe(sending("http://127.0.0.1:9"))
  )

  it.live("what a schema refused is not told with the span that failed by it", function* () {
    const collector = yield* anOtlpCollector()
    yield* Schema.decodeUnknownEffect(Schema.Struct({ age: Schema.Int }))({ age: "Ada Canary" }).pipe(
      Effect.withSpan("decoding"),
      Effect.ignore,
      sending(collector.url)
    )
    const body = collector.posts.map((post) => post.body).join()
    assert.include(body, "decoding")
    assert.notInclude(body, "Canary")
  })
})

describe("names of statements' spans", () => {
  it.each([
    ["SELECT * FROM assets WHERE id = $1", "SELECT", "assets"],
    ["INSERT INTO outbox_events (org_id) VALUES ($1)", "INSERT", "outbox_events"],
    ["UPDATE webhook_deliveries d SET leased_until = $1", "UPDATE", "webhook_deliveries"],
    [
      "WITH next AS MATERIALIZED (SELECT id FROM outbox_events) DELETE FROM outbox_events e USING next",
      "DELETE",
      "outbox_events"
    ],
    [
      "WITH RECURSIVE queue AS (SELECT d.id FROM siem_deliveries d) SELECT * FROM (SELECT * FROM queue) due",
      "SELECT",
      "siem_deliveries"
    ],
    ["SELECT set_config('role', 'svc_system', true)", "SELECT", undefined],
    ["-- Whoever (from) it is.\nUPDATE users SET id = $1", "UPDATE", "users"],
    ["  LISTEN svc_wakeup", "LISTEN", undefined]
  ] as const)("%s", (statement, operation, table) => {
    assert.deepStrictEqual(statementName(statement), { operation, table })
  })
})

describe("paths as logs and traces have them", () => {
  const id = "0190f5a2-7d3c-7b1e-9f00-1a2b3c4d5e6f"
  it.each([
    ["/portal/token-of-somebody", undefined, "/portal/…"],
    ["/api/portal/token-of-somebody/tasks", "/api/portal/:token/tasks", "/api/portal/…"],
    ["/auditor/token-of-somebody/leaver-test.zip", "/auditor/*", "/auditor/…"],
    ["/calendar/token-of-somebody.ics", "/calendar/*", "/calendar/…"],
    ["/files/payload.signature", "/files/:token", "/files/…"],
    [`/api/v1/offboardings/${id}`, "/api/v1/offboardings/:id", `/api/v1/offboardings/${id}`],
    ["/api/v1/employees/ada@example.com", "/api/v1/employees/:id", "/api/v1/employees/…"],
    ["/api/v1/employees/ada", "/api/v1/employees/:id", "/api/v1/employees/…"],
    ["/api/v1/nope", undefined, "/api/v1/nope"],
    ["/wp-admin/Ada%20Lovelace", undefined, "/wp-admin/…"],
    ["/", undefined, "/"]
  ])("%s", (path, route, told) => {
    assert.strictEqual(toldPath(path, route), told)
  })
})

describe("log lines", () => {
  const lines = (self: Effect.Effect<void>, format: "json" | "pretty" = "json") =>
    Effect.gen(function* () {
      const written: Array<string> = []
      yield* Effect.provide(self, Logger.layer([lineLogger(format, (text) => void written.push(text))]))
      return written
    })
  const only = (self: Effect.Effect<void>) =>
    Effect.map(lines(self), ([line = "{}"]): Record<string, unknown> => JSON.parse(line))

  // observe-8: The message of a log line is text, and its values are fields.
  it.effect("the message is text, what it was logged with are fields, and why is one short text", function* () {
    const refused = new Error("the pool is closed", { cause: new Error("connect ECONNREFUSED 127.0.0.1:5432") })
    const line = yield* only(
      Effect.logError("the database does not answer", { attempts: 3 }, Cause.fail(refused)).pipe(
        Effect.annotateLogs({ job: "outbox", nested: { of: "nobody's business" } })
      )
    )
    assert.deepInclude(line, {
      level: "ERROR",
      message: "the database does not answer",
      job: "outbox",
      attempts: 3,
      cause: "Error: connect ECONNREFUSED 127.0.0.1:5432"
    })
    assert.notProperty(line, "nested")
    assert.match(String(line["timestamp"]), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  })

  it.effect("a defect is told with where it came from, what was to be expected without", function* () {
    const defect = yield* only(Effect.logError("failed", Cause.die(new TypeError("x is not a function"))))
    assert.strictEqual(defect["cause"], "TypeError: x is not a function")
    assert.match(String(defect["origin"]), /^\S.*telemetry\.test\.ts:\d+/)
    const expected = yield* only(Effect.logWarning("failed", new Error("away")))
    assert.strictEqual(expected["cause"], "Error: away")
    assert.notProperty(expected, "origin")
  })

  // observe-9: A log line contains no value that a schema or the database refused.
  it.effect("values that a schema or the database refused are not in the line", function* () {
    const decoded = yield* Effect.exit(
      Schema.decodeUnknownEffect(Schema.Struct({ age: Schema.Int }))({ age: "Ada Canary" })
    )
    assert.isTrue(decoded._tag === "Failure")
    if (decoded._tag === "Failure") assert.strictEqual(causeText(decoded.cause), 'SchemaError ["age"]')
    const refused = new Error('invalid input syntax for type uuid: "Ada Canary"')
    assert.strictEqual(causeText(Cause.die(refused)), "Error: invalid input syntax for type uuid")
  })

  it.effect("pretty lines say the same on one line", function* () {
    const [line] = yield* lines(
      Effect.logInfo("listening", { baseUrl: "http://svc.test", note: "two words" }),
      "pretty"
    )
    assert.match(line ?? "", /^\S+Z INFO listening baseUrl=http:\/\/svc\.test note="two words"\n$/)
  })
})
