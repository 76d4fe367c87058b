import { Effect, Option, Schema } from "effect"
import {
  answerOf,
  basic,
  type Desk,
  DeskFailed,
  IdText,
  isHmac,
  isRecent,
  secretOf,
  settingOf,
  textsAt,
  type TicketAt,
  type TicketSystem
} from "./ticket-system.ts"

const Ticket = Schema.Struct({ id: IdText })
const One = Schema.Struct({ ticket: Ticket })
const Many = Schema.Struct({
  tickets: Schema.Array(Schema.Struct({ ...Ticket.fields, external_id: Schema.optional(Schema.NullOr(Schema.String)) }))
})
const Me = Schema.Struct({ user: Schema.Struct({ id: Schema.NullOr(IdText) }) })
const Status = Schema.Struct({ ticket: Schema.Struct({ status: Schema.String }) })

const headers = (desk: Desk) => ({
  accept: "application/json",
  authorization: basic(`${settingOf(desk, "email")}/token`, secretOf(desk, "api_token"))
})

const ticketAt = (desk: Desk, given: string | number): TicketAt => {
  const id = String(given)
  return { id, key: id, url: `${settingOf(desk, "base_url")}/agent/tickets/${encodeURIComponent(id)}` }
}

const resolved = new Set(["solved", "closed"])

/** Zendesk Support. Tickets are found again by their external id; a repeated key makes no second one (`Idempotency-Key`). */
export const zendesk: TicketSystem = {
  vendor: "zendesk",

  prove: (calls, desk) =>
    calls.read({ url: `${desk.baseUrl}/api/v2/users/me.json`, headers: headers(desk) }).pipe(
      answerOf(Me),
      // Whom it does not know it shows as an anonymous user.
      Effect.filterOrFail(
        ({ user }) => user.id !== null,
        () => new DeskFailed({ kind: "credential", message: "Zendesk does not know the user of the credential" })
      ),
      Effect.asVoid
    ),

  find: (calls, desk, mark) =>
    calls
      .read({
        url: `${desk.baseUrl}/api/v2/tickets.json?external_id=${encodeURIComponent(mark)}`,
        headers: headers(desk)
      })
      .pipe(
        answerOf(Many),
        // Compared here: who does not know the filter lists every ticket.
        Effect.map(({ tickets }) =>
          Option.map(Option.fromUndefinedOr(tickets.find(({ external_id }) => external_id === mark)), ({ id }) =>
            ticketAt(desk, id)
          )
        )
      ),

  create: (calls, desk, ticket) =>
    calls
      .write({
        method: "POST",
        url: `${desk.baseUrl}/api/v2/tickets.json`,
        headers: { ...headers(desk), "content-type": "application/json", "idempotency-key": ticket.mark },
        body: JSON.stringify({
          ticket: {
            subject: ticket.summary,
            comment: { body: ticket.lines.join("\n\n") },
            external_id: ticket.mark,
            tags: ["offboarding"]
          }
        })
      })
      .pipe(
        answerOf(One),
        Effect.map(({ ticket: made }) => ticketAt(desk, made.id))
      ),

  isResolved: (calls, desk, { id }) =>
    calls.read({ url: `${desk.baseUrl}/api/v2/tickets/${encodeURIComponent(id)}.json`, headers: headers(desk) }).pipe(
      answerOf(Status),
      Effect.map(({ ticket }) => resolved.has(ticket.status.toLowerCase()))
    ),

  isSigned: ({ body, headers }, secret, now) => {
    const timestamp = headers["x-zendesk-webhook-signature-timestamp"]
    if (timestamp === undefined || !isRecent(timestamp, now)) return false
    return isHmac(headers["x-zendesk-webhook-signature"], secret, [timestamp, body], "base64")
  },

  named: (body) => textsAt(body, ["ticket.id", "ticket_id", "detail.id", "id"])
}
