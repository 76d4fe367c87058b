import { twilio } from "@svc/lab/twilio"
import type { RunningVendor } from "@svc/lab/vendor"
import type { TwilioState } from "@svc/lab/twilio"
import { Effect, Layer, Option, Schema } from "effect"
import { createHmac } from "node:crypto"
import { Outbox } from "#outgoing/outbox/service"
import { AppConfig } from "#platform/config/config"
import { SmsSending } from "#work/sms/sending"
import * as SmsDomain from "#work/sms/index"
import { testAppWith, TestConfig } from "#test/support/TestApp"
import { running, whileCalling } from "#test/support/vendor-work"
import { aMember, anOrganisation } from "#test/support/people"
import { as } from "#test/support/requests"
import { systemSql } from "#test/support/tables"

/** The service with a Twilio of its own, which the operator's setting leads to. */
const vendors: { current: RunningVendor<TwilioState> | undefined } = { current: undefined }

const Config = Layer.effect(
  AppConfig,
  Effect.gen(function* () {
    const config = yield* AppConfig
    const vendor = yield* running(twilio)
    vendors.current = vendor
    return AppConfig.of({ ...config, vendorUrls: { ...config.vendorUrls, twilio: Option.some(vendor.url) } })
  })
).pipe(Layer.provide(TestConfig))

export const App = SmsDomain.reactions.pipe(Layer.provideMerge(testAppWith(Config)))

const WithId = Schema.Struct({ id: Schema.String })
const idOf = (body: unknown) => Effect.map(Schema.decodeUnknownEffect(WithId)(body), ({ id }) => id)

const Message = Schema.Struct({
  id: Schema.String,
  kind: Schema.String,
  status: Schema.String,
  sealed_phone: Schema.NullOr(Schema.String),
  sealed_content: Schema.NullOr(Schema.String),
  error_code: Schema.NullOr(Schema.Int),
  last_error: Schema.NullOr(Schema.String)
})

/** An admin whose organisation texts from +15550001111. */
export const aSender = Effect.gen(function* () {
  const vendor = vendors.current
  if (vendor === undefined) return yield* Effect.die("Twilio's stand-in does not run")
  vendor.behave()
  vendor.state.messages.length = 0
  const orgId = yield* anOrganisation()
  const admin = yield* aMember(orgId)
  const outbox = yield* Outbox
  const ask = Effect.fnUntraced(function* (method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: unknown) {
    return yield* as(admin).ask(method, path, body)
  })
  const account = { account_sid: vendor.state.sid, auth_token: vendor.state.token }
  const connect = (more: Readonly<Record<string, unknown>> = {}) =>
    ask("POST", "/api/integrations/sms/connect", { ...account, from: "+15550001111", ...more })
  const integrationId = yield* Effect.flatMap(connect(), ({ body }) => idOf(body))
  /** Somebody with this number, and a case of theirs. */
  const aLeaver = Effect.fnUntraced(function* (phone: string, email = "ann.lee@acme.test") {
    const person = yield* ask("POST", "/api/org-employees", {
      full_name: "Ann Lee",
      email,
      ...(phone === "" ? {} : { phone })
    })
    const employeeId = yield* idOf(person.body)
    const made = yield* ask("POST", "/api/employees", {
      employee_name: "Ann Lee",
      employee_email: email,
      org_employee_id: employeeId,
      exit_date: "2030-04-30"
    })
    return { employeeId, id: yield* idOf(made.body) }
  })
  const portalLink = (id: string) => ask("POST", `/api/employees/${id}/portal-link`, {})
  const messages = Effect.flatMap(
    systemSql`SELECT id, kind, status, sealed_phone, sealed_content, error_code, last_error FROM sms_messages WHERE org_id = ${orgId} ORDER BY created_at, id`,
    Schema.decodeUnknownEffect(Schema.Array(Message))
  )
  const work = Effect.flatMap(SmsSending, (sending) => whileCalling(sending.sendDue(orgId)))
  const handOut = Effect.repeat(outbox.dispatch(orgId), { until: (dispatched) => dispatched === 0 })
  return { orgId, admin, vendor, account, ask, connect, integrationId, aLeaver, portalLink, messages, work, handOut }
})

/** As Twilio signs a form that it posts. */
export const signed = (url: string, form: Readonly<Record<string, string>>, token = "lab-twilio-token") =>
  createHmac("sha1", token)
    .update(
      url +
        Object.keys(form)
          .toSorted()
          .map((name) => name + form[name])
          .join("")
    )
    .digest("base64")
