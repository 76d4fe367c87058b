import { assert, layer } from "#test/support/suite"
import { datadog, type DatadogState } from "@svc/lab/datadog"
import { elasticsearch, type ElasticsearchState } from "@svc/lab/elasticsearch"
import { newRelic, type NewRelicState } from "@svc/lab/new-relic"
import { siemWebhook, type SiemWebhookState } from "@svc/lab/siem-webhook"
import { splunk, type SplunkState } from "@svc/lab/splunk"
import { sumoLogic, type SumoState } from "@svc/lab/sumo-logic"
import { type RunningVendor, startVendor, type VendorDefinition } from "@svc/lab/vendor"
import { CreateSiemTarget } from "@svc/contract/siem/schema"
import { Effect, Schema } from "effect"
import { SiemStream } from "#outgoing/siem/stream"
import { SiemTargets } from "#outgoing/siem/targets"
import { anIntegrator } from "#test/offboarding/offboardings/support"
import { ReceiverCertificate } from "#test/outgoing/webhooks/receiver"
import { asSystemCaller } from "#test/support/people"
import { systemSql } from "#test/support/tables"
import { as } from "#test/support/requests"
import { parseCef } from "./cef-parser.ts"
import { SendingApp } from "./streaming.ts"

const Event = Schema.Struct({ event_type: Schema.String, audit_id: Schema.optionalKey(Schema.String) })
const read = Schema.decodeUnknownSync(Event)
const readText = Schema.decodeUnknownSync(Schema.fromJsonString(Event))
const readLine = (line: unknown) => {
  const { extension, header } = parseCef(String(line))
  return { event_type: header.eventType, audit_id: extension.get("externalId") ?? "" }
}

interface Collector<State> {
  readonly definition: VendorDefinition<State>
  readonly path: (state: State) => string
  readonly more: (state: State) => Readonly<Record<string, string>>
  readonly taken: (state: State) => ReadonlyArray<typeof Event.Type>
}
const collector = <State>(one: Collector<State>) => one

const hec = (format: "json" | "cef") =>
  collector<SplunkState>({
    definition: splunk,
    path: () => "/services/collector/event",
    more: ({ token }) => ({ type: "splunk_hec", token, payload_format: format }),
    taken: ({ events }) => events.map(({ event }) => (format === "cef" ? readLine(event) : read(event)))
  })
const generic = (format: "json" | "cef") =>
  collector<SiemWebhookState>({
    definition: siemWebhook,
    path: () => "/events",
    more: ({ key }) => ({ type: "generic", token: key, payload_format: format }),
    taken: ({ deliveries }) => deliveries.map(({ content }) => (format === "cef" ? readLine(content) : read(content)))
  })

/** Collects what a target of this type and format is sent, from the making of the target on. */
const streams = Effect.fnUntraced(function* <State>({ definition, more, path, taken }: Collector<State>) {
  const { cert, key } = yield* ReceiverCertificate
  const vendor = yield* Effect.acquireRelease(
    Effect.promise((): Promise<RunningVendor<State>> => startVendor(definition, { tls: { cert, key } })),
    (one) => Effect.promise(() => one.close())
  )
  const { admin, orgId } = yield* anIntegrator()
  const targets = yield* SiemTargets
  const stream = yield* SiemStream
  const input = {
    name: "Ours",
    endpoint_url: `${vendor.url}${path(vendor.state)}`,
    allEvents: true,
    ...more(vendor.state)
  }
  const { id } = yield* Effect.flatMap(Schema.decodeUnknownEffect(CreateSiemTarget)(input), targets.create).pipe(
    asSystemCaller(orgId)
  )
  const created = yield* as(admin).post("/api/employees", {
    employee_name: "Ada | a=b \\ Lovelace",
    exit_date: "2030-03-31"
  })
  assert.strictEqual(created.status, 201)
  const { id: offboarding } = yield* Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String }))(created.body)
  const moved = yield* as(admin).patch(`/api/employees/${offboarding}/status`, { status: "notice_period" })
  assert.strictEqual(moved.status, 200, JSON.stringify(moved.body))
  const figures = yield* stream.drain(orgId)

  const entries = yield* systemSql<{ readonly id: string; readonly action: string }>`
      SELECT e.id, e.action FROM audit_entries e JOIN siem_targets t ON t.org_id = e.org_id
      WHERE e.org_id = ${orgId} AND e.seq > t.after_seq ORDER BY e.seq`
  const came = taken(vendor.state)
  assert.deepStrictEqual(
    came.map(({ event_type }) => event_type).toSorted(),
    entries.map(({ action }) => (action === "offboarding_status_changed" ? "status_changed" : action)).toSorted()
  )
  const plain = entries.filter(({ action }) => action !== "offboarding_status_changed").map((entry) => entry.id)
  const told = came.filter(({ event_type }) => event_type !== "status_changed").map(({ audit_id }) => audit_id)
  assert.deepStrictEqual(told.toSorted(), plain.toSorted())
  assert.includeMembers(
    [...new Set(came.map(({ event_type }) => event_type))],
    ["offboarding_created", "status_changed"]
  )
  assert.deepStrictEqual(figures, { delivered: entries.length, failed: 0, dead: 0, dropped: 0 })
  const [target] = yield* targets.list.pipe(asSystemCaller(orgId))
  assert.deepInclude(target, {
    id,
    delivery_count: entries.length,
    given_up_count: 0,
    queued_count: 0,
    last_delivery_status: "delivered",
    last_error: null
  })

  const tried = yield* targets.test(id).pipe(asSystemCaller(orgId))
  assert.isTrue(tried.success, JSON.stringify(tried))
  assert.deepStrictEqual(
    taken(vendor.state)
      .slice(came.length)
      .map(({ event_type }) => event_type),
    ["siem_test"]
  )
})

layer(SendingApp)(
  "every type receives what is written, once each, and the test's event, and its stand-in takes them",
  (it) => {
    it.effect("splunk_hec, JSON", () => streams(hec("json")))
    it.effect("splunk_hec, CEF", () => streams(hec("cef")))
    it.effect("generic, JSON", () => streams(generic("json")))
    it.effect("generic, CEF", () => streams(generic("cef")))
    it.effect("datadog", () =>
      streams<DatadogState>({
        definition: datadog,
        path: () => "/api/v2/logs",
        more: ({ apiKey }) => ({ type: "datadog", token: apiKey }),
        taken: ({ logs, tooOld }) => [...logs, ...tooOld].map(({ message }) => readText(message))
      })
    )
    it.effect("elasticsearch", () =>
      streams<ElasticsearchState>({
        definition: elasticsearch,
        path: () => "/svc-audit/_doc",
        more: ({ apiKey }) => ({ type: "elasticsearch", token: apiKey }),
        taken: ({ indices }) =>
          [...indices.values()].flatMap(({ documents }) => [...documents.values()].map((one) => read(one)))
      })
    )
    it.effect("sumo_logic", () =>
      streams<SumoState>({
        definition: sumoLogic,
        path: ({ secret }) => `/receiver/v1/http/${secret}`,
        more: () => ({ type: "sumo_logic" }),
        taken: ({ messages }) => messages.map(({ text }) => readText(text))
      })
    )
    it.effect("new_relic", () =>
      streams<NewRelicState>({
        definition: newRelic,
        path: () => "/log/v1",
        more: ({ licenseKey }) => ({ type: "new_relic", token: licenseKey }),
        taken: ({ logs }) => logs.map(({ attributes }) => read(attributes))
      })
    )
  }
)
