import { assert, layer } from "#test/support/suite"
import { EmailAddress } from "@svc/contract/kernel/text"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { Effect, Schedule, Schema } from "effect"
import { Integrations } from "#connections/integrations/service"
import { aCase } from "#test/support/cases"
import { startScimVendor } from "#test/support/scim-vendor"
import { Webhooks } from "#outgoing/webhooks/service"
import { anOtlpCollector, type ReceivedSpan } from "#test/support/otlp-collector"
import { aPlainReceiver } from "#test/support/plain-receiver"
import { aServiceProcess } from "#test/support/service-process"
import { LiveServices, operatorToken } from "#test/support/TestApp"
import { aKey, asCaller, aSession, aSuperAdmin } from "#test/support/people"

const kinds = { server: 2, client: 3 }

const Line = Schema.fromJsonString(
  Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Number, Schema.Boolean]))
)

/** Every line by itself, and none that is not of the one shape. */
const linesOf = (log: string) =>
  log
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => Schema.decodeUnknownSync(Line)(line))

const asked = (url: string, init: RequestInit = {}) =>
  Effect.promise(async () => {
    const response = await fetch(url, init)
    await response.text()
    return response.status
  })

layer(LiveServices, { excludeTestServices: true })("what a process tells of itself", (it) => {
  // surfaces-7
  it.effect("logs in one shape, spans by convention, and nothing personal in either", function* () {
    const collector = yield* anOtlpCollector()
    const receiver = yield* aPlainReceiver()
    const member = yield* aSuperAdmin()
    const key = yield* aKey(member)
    const session = yield* aSession(member)
    const webhooks = yield* Webhooks
    yield* asCaller(member)(
      webhooks.create({
        url: `${receiver.url}/canary-of-the-path`,
        subscription: { _tag: "Events", events: ["offboarding.created"] }
      })
    )
    const service = yield* aServiceProcess({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })

    const bearer = { authorization: `Bearer ${key}`, "content-type": "application/json" }
    const traceId = "0af7651916cd43dd8448eb211c80319c"
    const created = yield* asked(`${service.baseUrl}/api/v1/offboardings`, {
      method: "POST",
      headers: { ...bearer, traceparent: `00-${traceId}-b7ad6b7169203331-01`, "x-request-id": "the-creation" },
      body: JSON.stringify({
        employee_name: "Ada Canary",
        employee_email: "canary@example.com",
        exit_date: "2027-04-30"
      })
    })
    assert.strictEqual(created, 201)
    yield* asked(`${service.baseUrl}/api/employees?q=Canary`, {
      headers: { authorization: `Bearer ${session}`, "x-request-id": "the-search" }
    })
    yield* asked(`${service.baseUrl}/api/v1/offboardings/canary@example.com`, { headers: bearer })
    yield* asked(`${service.baseUrl}/portal/token-canary`)
    yield* asked(`${service.baseUrl}/nope/Ada%20Canary`)
    yield* receiver.until(1)
    const delivery = yield* collector.until(({ name }) => name === "deliver webhook-deliveries")
    assert.strictEqual(yield* service.stop("SIGTERM"), 0)
    const spans = collector.spans()
    const within = (trace: string, name: string): ReceivedSpan => {
      const found = spans.find((span) => span.traceId === trace && span.name === name)
      assert.isDefined(found, `${name} in ${spans.filter((span) => span.traceId === trace).map((span) => span.name)}`)
      return found ?? delivery
    }

    const request = within(traceId, "POST /api/v1/offboardings")
    assert.strictEqual(request.kind, kinds.server)
    assert.include(request.attributes, {
      "http.request.method": "POST",
      "http.route": "/api/v1/offboardings",
      "url.path": "/api/v1/offboardings",
      "http.response.status_code": 201
    })
    for (const attribute of ["url.full", "url.scheme", "server.address", "server.port", "user_agent.original"])
      assert.property(request.attributes, attribute)

    const { hostname, pathname, port } = new URL(service.databaseUrl)
    for (const span of spans.filter((one) => one.attributes["db.system.name"] !== undefined)) {
      assert.include(
        span.attributes,
        { "server.address": hostname, "server.port": Number(port), "db.namespace": pathname.slice(1) },
        span.name
      )
    }
    assert.isDefined(spans.find(({ name }) => name === "DELETE outbox_events"))

    assert.isTrue(
      delivery.links.some((link) => link.traceId === traceId),
      "the delivery is linked with the request that caused it"
    )
    const call = within(delivery.traceId, "POST")
    assert.strictEqual(call.kind, kinds.client)
    assert.strictEqual(call.parentSpanId, delivery.spanId)
    assert.include(call.attributes, {
      "http.request.method": "POST",
      "server.address": "127.0.0.1",
      "server.port": Number(new URL(receiver.url).port),
      "http.response.status_code": 200
    })

    const lines = linesOf(service.log())
    for (const line of lines) {
      assert.match(String(line["timestamp"]), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      assert.include(["DEBUG", "INFO", "WARN", "ERROR"], line["level"])
      assert.isString(line["message"])
    }
    const answered = (requestId: string) => lines.find((line) => line["requestId"] === requestId)
    assert.deepInclude(answered("the-creation"), {
      message: "request",
      level: "INFO",
      orgId: member.orgId,
      method: "POST",
      route: "/api/v1/offboardings",
      path: "/api/v1/offboardings",
      status: 201,
      traceId
    })
    assert.match(String(answered("the-creation")?.["keyId"]), /^[0-9a-f-]{36}$/)
    assert.isNumber(answered("the-creation")?.["durationMs"])
    assert.deepInclude(answered("the-search"), {
      orgId: member.orgId,
      userId: member.userId,
      route: "/api/employees"
    })
    const paths = lines.filter(({ message }) => message === "request").map(({ path, route }) => [route, path])
    assert.deepInclude(paths, ["/api/v1/offboardings/:id", "/api/v1/offboardings/…"])
    assert.deepInclude(paths, ["/portal/*", "/portal/…"])
    assert.deepInclude(paths, [undefined, "/nope/…"])

    assert.isTrue(
      collector
        .logs()
        .some(({ attributes, text, traceId: trace }) =>
          text === "request" ? attributes["requestId"] === "the-creation" && trace === traceId : false
        ),
      "the line of the request is sent, too"
    )

    const sent = collector.posts.map(({ body }) => body).join("\n")
    for (const canary of ["Canary", "canary", key, session]) {
      assert.notInclude(service.log(), canary, "in the log")
      assert.notInclude(sent, canary, "in what was sent")
    }
  })

  // observe-5: One trace id leads from a request to the run, the vendor's calls, the webhook and the mail that came of
  //   it.
  it.effect(
    "one trace id leads from a request over every queue: the run, the vendor's calls, the webhook and the mail",
    function* () {
      const collector = yield* anOtlpCollector()
      const receiver = yield* aPlainReceiver()
      const vendor = yield* Effect.acquireRelease(
        Effect.promise(() => startScimVendor({ people: [{ userName: "ada@acme.test" }] })),
        (started) => Effect.promise(() => started.close())
      )
      const member = yield* aSuperAdmin()
      const { id } = yield* Effect.gen(function* () {
        const integrations = yield* Integrations
        yield* integrations.connectRevocationTarget({
          service_name: "crm",
          protocol: "scim",
          base_url: vendor.baseUrl,
          token: vendor.token
        })
        const webhooks = yield* Webhooks
        yield* webhooks.create({
          url: receiver.url,
          subscription: { _tag: "Events", events: ["revocation.completed"] }
        })
        return yield* aCase(member, {
          employee_email: EmailAddress.make("ada@acme.test"),
          apps_to_revoke: ["crm"],
          exit_date: CalendarDate.make("2030-01-31")
        })
      }).pipe(asCaller(member))
      const session = yield* aSession(member)
      const service = yield* aServiceProcess({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
      const post = (path: string, traceId: string, body: unknown) =>
        asked(`${service.baseUrl}${path}`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${session}`,
            "content-type": "application/json",
            traceparent: `00-${traceId}-b7ad6b7169203331-01`
          },
          body: JSON.stringify(body)
        })
      const ofTheRun = "1af7651916cd43dd8448eb211c80319c"
      const ofTheMail = "2af7651916cd43dd8448eb211c80319c"
      assert.strictEqual(yield* post("/api/revoke-access", ofTheRun, { offboardingId: id }), 202)
      assert.strictEqual(yield* post("/api/auth/forgot-password", ofTheMail, { email: member.email }), 200)
      yield* receiver.until(1)
      const causedBy = (name: string, traceId: string) =>
        collector.until((span) => span.name === name && span.attributes["svc.caused_by.trace_id"] === traceId)
      const run = yield* causedBy("revocation run", ofTheRun)
      const delivery = yield* causedBy("deliver webhook-deliveries", ofTheRun)
      const mail = yield* causedBy("deliver mail-outbox", ofTheMail)
      assert.strictEqual(yield* service.stop("SIGTERM"), 0)
      for (const [span, traceId] of [
        [run, ofTheRun],
        [delivery, ofTheRun],
        [mail, ofTheMail]
      ] as const) {
        assert.deepStrictEqual(
          span.links.map((link) => link.traceId),
          [traceId],
          span.name
        )
        assert.notStrictEqual(span.traceId, traceId, "it may be done a day later: a trace of its own")
      }
      const calls = collector.spans().filter(({ kind, traceId }) => kind === kinds.client && traceId === run.traceId)
      const { port } = new URL(vendor.baseUrl)
      assert.isTrue(
        calls.some(({ attributes }) => attributes["server.port"] === Number(port)),
        "the vendor is called in the trace of the run"
      )
    }
  )

  it.effect("a process with nothing to do sends next to no spans", function* () {
    const collector = yield* anOtlpCollector()
    const service = yield* aServiceProcess({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OPERATOR_TOKEN: operatorToken
    })
    const exports = () => collector.posts.filter(({ path }) => path === "/v1/traces").length
    const untilExports = (count: number) =>
      Effect.suspend(() => (exports() >= count ? Effect.void : Effect.fail("not yet" as const))).pipe(
        Effect.retry(Schedule.spaced("50 millis"))
      )
    // Two exports hold the start; what comes in the two after them is ten seconds of idling.
    yield* untilExports(2)
    const before = collector.spans().length
    yield* untilExports(4)
    // Jobs that begin by the clock: every five minutes, at the full hour, at midnight.
    const byTheClock = new Set(
      collector
        .spans()
        .flatMap(({ name, traceId }) => (name.startsWith("job ") || name === "Jobs.periodEnded" ? [traceId] : []))
    )
    const idling = collector
      .spans()
      .slice(before)
      .filter(({ traceId }) => !byTheClock.has(traceId))
    assert.isAtMost(idling.length, 10, idling.map(({ name }) => name).join(", "))

    const metrics = yield* Effect.promise(async () => {
      const answer = await fetch(`${service.baseUrl}/metrics`, {
        headers: { authorization: `Bearer ${operatorToken}` }
      })
      return answer.text()
    })
    for (const series of [
      /^svc_build_info\{[^}]*version="1\.4\.0"[^}]*\} 1$/m,
      /^svc_build_info\{[^}]*commit="(?:[0-9a-f]{40}|unknown)"[^}]*\} 1$/m,
      /^process_resident_memory_bytes \d+$/m,
      /^# TYPE process_cpu_seconds_total counter$/m,
      /^process_cpu_seconds_total [\d.]+$/m,
      /^nodejs_eventloop_lag_p99_seconds [\d.]+$/m,
      /^job_last_success_timestamp_seconds\{[^}]*job="webhook-deliveries"[^}]*\} [\d.]+$/m,
      /^job_runs_total\{[^}]*outcome="success"[^}]*\} \d+$/m
    ]) {
      assert.match(metrics, series)
    }
    assert.strictEqual(yield* service.stop("SIGTERM"), 0)
  })
})
