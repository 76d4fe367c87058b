import { dropboxCallback } from "@svc/lab/dropbox-callbacks"
import { bookingTold } from "@svc/lab/calendly"
import { DateTime, Effect, Schema } from "effect"
import { createHmac, randomUUID } from "node:crypto"
import { send } from "#test/support/requests"
import { asSystem, systemSql } from "#test/support/tables"
import { fileNamed, pdf, upload } from "#test/work/documents/support"
import type { Cards } from "./card.ts"
import { bookings, desk, signatures, texts } from "./stand-ins.ts"
import { calledWith, idIn, type World } from "./prepare.ts"

const deskSecret = "shared-secret-of-the-callbacks"
const connectDesk = {
  provider: "zendesk",
  // Its name: an address of this machine in the log would read as a client's.
  subdomain: desk.url.replace("127.0.0.1", "localhost"),
  email: desk.state.email,
  api_token: desk.state.token,
  webhook_secret: deskSecret
}
const connectTexts = { account_sid: texts.state.sid, auth_token: texts.state.token, from: "+15550001111" }

/** The first task of the world's case. */
const taskOf = Effect.fnUntraced(function* (offboardingId: string) {
  const rows = yield* systemSql<{ readonly id: string }>`
      SELECT id FROM checklist_items WHERE offboarding_id = ${offboardingId} AND follows IS NULL ORDER BY position LIMIT 1`
  return rows[0]?.id ?? "none"
})

const connectBookings = { token: bookings.state.token, webhook_signing_key: deskSecret }

const Connected = Schema.Struct({ config: Schema.Struct({ webhook_id: Schema.String }) })

/** Somebody who can be mailed, in an organisation with a Calendly. */
const reachable = Effect.fnUntraced(function* ({ key, post }: World) {
  const person = { employee_name: "Ann", employee_email: "ann@acme.test", exit_date: "2026-04-30" }
  const offboardingId = yield* idIn(yield* post("/api/v1/offboardings", person, key))
  const { body } = yield* post("/api/integrations/calendly/connect", connectBookings)
  const { config } = yield* Schema.decodeUnknownEffect(Connected)(body)
  return { offboardingId, connection: config.webhook_id }
})

const invited = Effect.fnUntraced(function* (world: World) {
  const leaver = yield* reachable(world)
  const invitation = yield* world.post(`/api/employees/${leaver.offboardingId}/exit-interview`, {})
  return { ...leaver, interviewId: yield* idIn(invitation) }
})

const Connection = Schema.Struct({ callback_url: Schema.NullOr(Schema.String) })
const Connections = Schema.Tuple([Connection, Connection, Connection])

/** A paper with a file, in an organisation with a Dropbox Sign. */
const toBeSigned = Effect.fnUntraced(function* (world: World) {
  yield* world.post("/api/integrations/dropbox-sign/connect", { api_key: signatures.state.apiKey })
  // Somebody who can be mailed.
  const person = { employee_name: "Ann", employee_email: "ann@acme.test", exit_date: "2026-04-30" }
  const offboardingId = yield* idIn(yield* world.post("/api/v1/offboardings", person, world.key))
  return yield* idIn(
    yield* upload(world.bearer, offboardingId, [fileNamed("nda.pdf", pdf)]).pipe(
      Effect.map((sent) => ({ ...sent, headers: {}, error: "" }))
    )
  )
})

export const workVendorCards = {
  "POST /api/integrations/it-tickets/connect": {
    permission: ["integrations_manage"],
    body: {
      provider: "zendesk",
      subdomain: "https://127.0.0.1:9",
      email: "it@acme.test",
      api_token: "token-of-zendesk"
    },
    prepare: calledWith(() => ({ body: connectDesk }))
  },
  "GET /api/employees/{id}/tickets": { permission: ["offboardings_view"] },
  "POST /api/employees/checklist/{itemId}/ticket": {
    permission: ["offboardings_edit"],
    prepare: ({ offboardingId, post }) =>
      Effect.gen(function* () {
        yield* post("/api/integrations/it-tickets/connect", connectDesk)
        return { parameters: { itemId: yield* taskOf(offboardingId) } }
      })
  },
  "POST /api/integrations/it-tickets/webhook": {
    permission: "open",
    also: ["callback"],
    prepare: ({ offboardingId, orgId, post }) =>
      Effect.gen(function* () {
        yield* post("/api/integrations/it-tickets/connect", connectDesk)
        const now = yield* DateTime.now
        const id = desk.state.tickets.size + 1
        desk.state.tickets.set(id, { id, subject: "Ours", external_id: null, status: "solved" })
        const taskId = yield* taskOf(offboardingId)
        yield* asSystem(
          (sql) =>
            sql`INSERT INTO it_tickets ${sql.insert({
              org_id: orgId,
              id: randomUUID(),
              offboarding_id: offboardingId,
              checklist_item_id: taskId,
              provider: "zendesk",
              status: "open",
              external_id: String(id),
              external_key: String(id),
              created_at: DateTime.toDateUtc(now)
            })}`
        )
        const body = JSON.stringify({ ticket_id: id })
        const timestamp = DateTime.formatIso(now)
        return {
          body,
          headers: {
            "x-zendesk-webhook-signature-timestamp": timestamp,
            "x-zendesk-webhook-signature": createHmac("sha256", deskSecret)
              .update(timestamp + body)
              .digest("base64")
          },
          bearer: null
        }
      })
  },
  "POST /api/integrations/calendly/connect": {
    permission: ["integrations_manage"],
    body: {},
    prepare: calledWith(() => ({ body: { token: bookings.state.token } }))
  },
  "GET /api/employees/{id}/exit-interview": { permission: ["offboardings_view"] },
  "POST /api/employees/{id}/exit-interview": {
    permission: ["offboardings_edit"],
    body: {},
    prepare: (world) => Effect.map(reachable(world), ({ offboardingId }) => ({ parameters: { id: offboardingId } }))
  },
  "PATCH /api/employees/{id}/exit-interview": {
    permission: ["offboardings_edit"],
    body: { completed: true },
    prepare: (world) =>
      Effect.map(invited(world), ({ offboardingId }) => ({
        parameters: { id: offboardingId },
        body: { completed: true }
      }))
  },
  "POST /api/integrations/calendly/webhook": {
    permission: "open",
    also: ["callback"],
    prepare: (world) =>
      Effect.gen(function* () {
        const { connection, interviewId } = yield* invited(world)
        bookings.state.events.set("EV1", { status: "active", start_time: "2026-04-20T10:00:00.000000Z" })
        const told = { eventId: "EV1", event: "invitee.created", utmContent: interviewId }
        const body = JSON.stringify(bookingTold(bookings.state, told))
        const at = Math.floor((yield* DateTime.now).epochMilliseconds / 1000)
        const hmac = createHmac("sha256", deskSecret).update(`${at}.${body}`).digest("hex")
        return {
          query: `?connection=${connection}`,
          body,
          headers: { "calendly-webhook-signature": `t=${at},v1=${hmac}` },
          bearer: null
        }
      })
  },
  "POST /api/integrations/sms/connect": {
    permission: ["integrations_manage"],
    body: { account_sid: "AC01", auth_token: "token-of-twilio" },
    prepare: calledWith(() => ({ body: connectTexts }))
  },
  "POST /api/integrations/sms/status": {
    permission: "open",
    also: ["callback"],
    prepare: ({ post }) =>
      Effect.gen(function* () {
        const query = `?integration=${yield* idIn(yield* post("/api/integrations/sms/connect", connectTexts))}`
        const called = `http://svc.test/api/integrations/sms/status${query}MessageSidSM1MessageStatusdelivered`
        return {
          query,
          body: "MessageSid=SM1&MessageStatus=delivered",
          headers: {
            "content-type": "application/x-www-form-urlencoded",
            "x-twilio-signature": createHmac("sha1", texts.state.token).update(called).digest("base64")
          },
          bearer: null
        }
      }),
    audited: { not: "tells what became of a message whose sending is recorded" }
  },
  "POST /api/esignature/request/{documentId}": {
    permission: ["compliance_manage"],
    body: {},
    prepare: (world) => Effect.map(toBeSigned(world), (documentId) => ({ parameters: { documentId }, body: {} }))
  },
  "GET /api/esignature/status/{documentId}": { permission: ["compliance_view"] },
  "POST /api/esignature/cancel/{documentId}": {
    permission: ["compliance_manage"],
    prepare: (world) =>
      Effect.gen(function* () {
        const documentId = yield* toBeSigned(world)
        yield* world.post(`/api/esignature/request/${documentId}`, {})
        return { parameters: { documentId } }
      })
  },
  "GET /api/esignature/connections": { permission: ["compliance_view"] },
  "GET /api/esignature/settings": { permission: ["compliance_view"] },
  "PUT /api/esignature/settings": {
    permission: ["settings_manage"],
    body: { reminder_days: 5, expiry_days: 20 },
    prepare: calledWith(() => ({ body: { reminder_days: 5, expiry_days: 20 } }))
  },
  "GET /api/esignature/callback/{provider}/{token}": { permission: "open", unknownId: 401 },
  "POST /api/esignature/callback/{provider}/{token}": {
    permission: "open",
    also: ["callback"],
    unknownId: 401,
    prepare: (world) =>
      Effect.gen(function* () {
        yield* toBeSigned(world)
        const { body } = yield* send("GET", "/api/esignature/connections", { bearer: world.bearer })
        const [, , { callback_url }] = yield* Schema.decodeUnknownEffect(Connections)(body)
        const told = dropboxCallback(signatures.state, { envelopeId: randomUUID(), happened: "signed" })
        return {
          parameters: { provider: "dropbox_sign", token: callback_url?.split("/").at(-1) ?? "" },
          body: told.body,
          headers: told.headers,
          bearer: null
        }
      }),
    audited: { not: "is a hint: what is then read at the provider is recorded" }
  }
} satisfies Cards
