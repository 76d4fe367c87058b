import { bookingTold, calendly, type CalendlyState } from "@svc/lab/calendly"
import type { RunningVendor } from "@svc/lab/vendor"
import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createHmac, randomUUID } from "node:crypto"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { testAppWith, TestConfig } from "#test/support/TestApp"
import { running } from "#test/support/vendor-work"
import { aMember, anOrganisation } from "#test/support/people"
import { as, send } from "#test/support/requests"
import { entriesOf } from "#test/support/log"

/** The service with a Calendly of its own, which the operator's setting leads to. */
const vendors: { current: RunningVendor<CalendlyState> | undefined } = { current: undefined }

const Config = Layer.effect(
  AppConfig,
  Effect.gen(function* () {
    const config = yield* AppConfig
    const vendor = yield* running(calendly)
    vendors.current = vendor
    return AppConfig.of({ ...config, vendorUrls: { ...config.vendorUrls, calendly: Option.some(vendor.url) } })
  })
).pipe(Layer.provide(TestConfig))

export const App = testAppWith(Config)

export const signingKey = "signing-key-of-the-callbacks"

const WithId = Schema.Struct({ id: Schema.String })
const Connected = Schema.Struct({ id: Schema.String, config: Schema.Record(Schema.String, Schema.Unknown) })

/** `Calendly-Webhook-Signature` of this body. */
export const signatureOf = (body: string, at: DateTime.Utc, key = signingKey) => {
  const seconds = Math.floor(at.epochMilliseconds / 1000)
  return `t=${seconds},v1=${createHmac("sha256", key).update(`${seconds}.${body}`).digest("hex")}`
}

/** An admin of an organisation; nothing is connected yet, and Calendly is as new. */
export const aTenant = Effect.gen(function* () {
  const vendor = vendors.current
  if (vendor === undefined) return yield* Effect.die("Calendly's stand-in does not run")
  vendor.behave()
  const { events, eventTypes, links, subscriptions } = calendly.seed()
  Object.assign(vendor.state, { events, eventTypes, links, subscriptions, subscribes: "organization" })
  vendor.state.user = `https://api.calendly.com/users/${randomUUID()}`
  const orgId = yield* anOrganisation()
  const admin = yield* aMember(orgId)
  const db = yield* Db
  const sql = yield* SqlClient.SqlClient
  const ask = Effect.fnUntraced(function* (method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: unknown) {
    return yield* as(admin).ask(method, path, body)
  })
  const connect = (more: Readonly<Record<string, unknown>> = {}) =>
    ask("POST", "/api/integrations/calendly/connect", {
      token: vendor.state.token,
      webhook_signing_key: signingKey,
      ...more
    })
  const connected = (more: Readonly<Record<string, unknown>> = {}) =>
    Effect.flatMap(connect(more), ({ body }) => Schema.decodeUnknownEffect(Connected)(body))
  const aCase = Effect.fnUntraced(function* (more: Readonly<Record<string, unknown>> = {}) {
    const { body } = yield* ask("POST", "/api/employees", {
      employee_name: "Ann Lee",
      employee_email: "ann.lee@acme.test",
      employee_personal_email: `ann-${orgId}@home.test`,
      exit_date: "2030-04-30",
      ...more
    })
    return (yield* Schema.decodeUnknownEffect(WithId)(body)).id
  })
  const interview = (id: string, body?: unknown) => ask("POST", `/api/employees/${id}/exit-interview`, body)
  const audited = (action: string) => entriesOf(orgId, { action })
  return { vendor, orgId, admin, ask, connect, connected, aCase, interview, audited, db, sql }
})

/** A connected Calendly and somebody who is invited. */
export const anInvitation = Effect.gen(function* () {
  const admin = yield* aTenant
  const { config } = yield* admin.connected()
  const id = yield* admin.aCase()
  const invited = yield* admin.interview(id)
  const interviewId = (yield* Schema.decodeUnknownEffect(WithId)(invited.body)).id
  const { state } = admin.vendor
  const path = `/api/integrations/calendly/webhook?connection=${String(config["webhook_id"])}`
  /** Calendly's call, signed as it should be unless told otherwise. */
  const call = Effect.fnUntraced(function* (
    payload: unknown,
    options: { readonly path?: string; readonly signature?: string | null } = {}
  ) {
    const body = JSON.stringify(payload)
    const signature = options.signature === undefined ? signatureOf(body, yield* DateTime.now) : options.signature
    return yield* send("POST", options.path ?? path, {
      body,
      headers: {
        "content-type": "application/json",
        ...(signature === null ? {} : { "calendly-webhook-signature": signature })
      }
    })
  })
  const told = (eventId: string, event = "invitee.created", utmContent: string | null = interviewId) =>
    bookingTold(state, { eventId, event, utmContent })
  /** Booked, or moved, or canceled at Calendly, and told of. */
  const books = (eventId: string, startTime = "2030-04-20T10:00:00.000000Z") => {
    state.events.set(eventId, { status: "active", start_time: startTime })
    return call(told(eventId))
  }
  const cancels = (eventId: string) => {
    state.events.set(eventId, { status: "canceled", start_time: "2030-04-20T10:00:00.000000Z" })
    return call(told(eventId, "invitee.canceled"))
  }
  const shown = Effect.map(admin.ask("GET", `/api/employees/${id}/exit-interview`), ({ body }) => body)
  return { ...admin, id, interviewId, invited, path, call, told, books, cancels, shown }
})
