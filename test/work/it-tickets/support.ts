import { freshservice } from "@svc/lab/freshservice"
import { jira, type JiraState } from "@svc/lab/jira"
import { servicenow } from "@svc/lab/servicenow"
import type { RunningVendor } from "@svc/lab/vendor"
import { zendesk } from "@svc/lab/zendesk"
import type { OrgId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Layer, Schema } from "effect"
import { createHmac } from "node:crypto"
import * as ItTicketsDomain from "#work/it-tickets/index"
import { TicketCalls } from "#work/it-tickets/ticket-calls"
import { Outbox } from "#outgoing/outbox/service"
import * as WebhooksDomain from "#outgoing/webhooks/index"
import { TestApp } from "#test/support/TestApp"
import { running, whileCalling } from "#test/support/vendor-work"
import { aMember, anOrganisation, aSession } from "#test/support/people"
import { send } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { entriesOf } from "#test/support/log"

export const App = Layer.mergeAll(ItTicketsDomain.reactions, WebhooksDomain.reactions).pipe(Layer.provideMerge(TestApp))

export const secret = "shared-secret-of-the-callbacks"

/** A ticket system as a test plays it, whichever it is. */
interface TicketVendor {
  readonly provider: "jira" | "servicenow" | "freshservice" | "zendesk"
  readonly vendor: Pick<RunningVendor<unknown>, "url" | "faults" | "requests" | "writes" | "behave">
  readonly body: Readonly<Record<string, unknown>>
  /** Summaries of what was made here, with what names each in a callback. */
  readonly made: () => ReadonlyArray<{ readonly summary: string; readonly callback: unknown }>
  readonly resolveAll: () => void
  /** The headers of a callback that is in order. */
  readonly sign: (body: string, now: DateTime.Utc) => Readonly<Record<string, string>>
}

const hmac = (text: string, encoding: "hex" | "base64") => createHmac("sha256", secret).update(text).digest(encoding)

export const jiraAt = (vendor: RunningVendor<JiraState>): TicketVendor => {
  const ours = () => [...vendor.state.issues.values()].filter(({ key }) => key !== "IT-1")
  return {
    provider: "jira",
    vendor,
    body: { site: vendor.url, email: vendor.state.email, api_token: vendor.state.token, project_key: "IT" },
    made: () =>
      ours().map(({ id, key, summary }) => ({
        summary,
        callback: { webhookEvent: "jira:issue_updated", issue: { id, key } }
      })),
    resolveAll: () => ours().forEach((issue) => (issue.category = "done")),
    sign: (body) => ({ "x-hub-signature": `sha256=${hmac(body, "hex")}` })
  }
}

export const aJira = Effect.map(running(jira), jiraAt)

export const aServiceNow = Effect.map(running(servicenow), (vendor): TicketVendor => {
  const ours = () => [...vendor.state.incidents.values()]
  return {
    provider: "servicenow",
    vendor,
    body: { instance: vendor.url, username: vendor.state.user, password: vendor.state.password },
    made: () =>
      ours().map(({ number, short_description, sys_id }) => ({
        summary: short_description,
        callback: { sys_id, number, state: "6" }
      })),
    resolveAll: () => ours().forEach((incident) => (incident.state = "6")),
    sign: () => ({ "x-webhook-secret": secret })
  }
})

const aFreshservice = Effect.map(running(freshservice), (vendor): TicketVendor => {
  const ours = () => [...vendor.state.tickets.values()]
  return {
    provider: "freshservice",
    vendor,
    body: { domain: vendor.url, api_key: vendor.state.apiKey },
    made: () => ours().map(({ id, subject }) => ({ summary: subject, callback: { ticket_id: `INC-${id}` } })),
    resolveAll: () => ours().forEach((ticket) => (ticket.status = 4)),
    sign: () => ({ authorization: `Bearer ${secret}` })
  }
})

export const aZendesk = Effect.map(running(zendesk), (vendor): TicketVendor => {
  const ours = () => [...vendor.state.tickets.values()].filter(({ id }) => id !== 1)
  return {
    provider: "zendesk",
    vendor,
    body: { subdomain: vendor.url, email: vendor.state.email, api_token: vendor.state.token },
    made: () => ours().map(({ id, subject }) => ({ summary: subject, callback: { ticket_id: String(id) } })),
    resolveAll: () => ours().forEach((ticket) => (ticket.status = "solved")),
    sign: (body, now) => {
      const timestamp = DateTime.formatIso(now)
      return {
        "x-zendesk-webhook-signature-timestamp": timestamp,
        "x-zendesk-webhook-signature": hmac(timestamp + body, "base64")
      }
    }
  }
})

export const everySystem = { jira: aJira, servicenow: aServiceNow, freshservice: aFreshservice, zendesk: aZendesk }

const Connected = Schema.Struct({
  id: Schema.String,
  service_name: Schema.String,
  config: Schema.Record(Schema.String, Schema.Json),
  webhook_url: Schema.String,
  webhook_secret: Schema.optionalKey(Schema.String)
})
const WithId = Schema.Struct({ id: Schema.String })
const Tickets = Schema.Array(
  Schema.Struct({
    id: Schema.String,
    task_id: Schema.String,
    task: Schema.String,
    provider: Schema.String,
    status: Schema.String,
    key: Schema.NullOr(Schema.String),
    url: Schema.NullOr(Schema.String),
    last_error: Schema.NullOr(Schema.String),
    resolved_at: Schema.NullOr(Schema.String)
  })
)

/** Does what is due. */
const work = (orgId: OrgId) => Effect.flatMap(TicketCalls, (calls) => whileCalling(calls.workDue(orgId)))

/** An admin whose organisation has this ticket system connected. */
export const aDesk = Effect.fnUntraced(function* (system: TicketVendor) {
  const orgId = yield* anOrganisation()
  const admin = yield* aMember(orgId)
  const outbox = yield* Outbox
  const ask = Effect.fnUntraced(function* (method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: unknown) {
    const bearer = yield* aSession(admin)
    return yield* send(method, path, { bearer, ...(body === undefined ? {} : { body }) })
  })
  const connect = (more: Readonly<Record<string, unknown>> = {}) =>
    ask("POST", "/api/integrations/it-tickets/connect", {
      provider: system.provider,
      ...system.body,
      webhook_secret: secret,
      ...more
    })
  const connection = yield* Effect.flatMap(connect(), ({ body }) => Schema.decodeUnknownEffect(Connected)(body))
  const handOut = Effect.repeat(outbox.dispatch(orgId), { until: (dispatched) => dispatched === 0 })
  const aCase = Effect.fnUntraced(function* (more: Readonly<Record<string, unknown>> = {}) {
    const made = yield* ask("POST", "/api/employees", {
      employee_name: "Ann Lee",
      employee_email: "ann.lee@acme.test",
      exit_date: "2030-04-30",
      ...more
    })
    const { id } = yield* Schema.decodeUnknownEffect(WithId)(made.body)
    yield* handOut
    return id
  })
  const tickets = (id: string) =>
    Effect.flatMap(ask("GET", `/api/employees/${id}/tickets`), ({ body }) => Schema.decodeUnknownEffect(Tickets)(body))
  const call = Effect.fnUntraced(function* (
    payload: unknown,
    options: { readonly path?: string; readonly headers?: Readonly<Record<string, string>> } = {}
  ) {
    const text = JSON.stringify(payload)
    return yield* send(
      "POST",
      options.path ?? new URL(connection.webhook_url).pathname + new URL(connection.webhook_url).search,
      {
        body: text,
        headers: options.headers ?? system.sign(text, yield* DateTime.now)
      }
    )
  })
  const openTasks = (id: string) =>
    systemSql<{ readonly id: string; readonly task: string }>`
        SELECT id, task FROM checklist_items WHERE offboarding_id = ${id} AND completed_at IS NULL AND not_needed_at IS NULL
        ORDER BY position`
  const audited = (action: string) => entriesOf(orgId, { action })
  return {
    orgId,
    admin,
    ask,
    connect,
    connection,
    aCase,
    tickets,
    call,
    openTasks,
    audited,
    handOut,
    work: work(orgId),
    system
  }
})
