import { Effect, Option, Schema } from "effect"
import {
  answerOf,
  basic,
  carriesSecret,
  type Desk,
  IdText,
  secretOf,
  settingOf,
  StatusText,
  textsAt,
  type TicketAt,
  type TicketSystem
} from "./ticket-system.ts"

const Ticket = Schema.Struct({ id: IdText })
const One = Schema.Struct({ ticket: Ticket })
const Many = Schema.Struct({
  tickets: Schema.Array(Schema.Struct({ ...Ticket.fields, tags: Schema.optionalKey(Schema.Array(Schema.String)) }))
})
const Status = Schema.Struct({ ticket: Schema.Struct({ status: StatusText }) })

// The key is the user of Basic authentication, with any password.
const headers = (desk: Desk) => ({ accept: "application/json", authorization: basic(secretOf(desk, "api_key"), "X") })

const tickets = (desk: Desk) => `${desk.baseUrl}/api/v2/tickets`

const ticketAt = (desk: Desk, given: string | number): TicketAt => {
  const id = String(given)
  return { id, key: id, url: `${settingOf(desk, "base_url")}/a/tickets/${encodeURIComponent(id)}` }
}

// Resolved and closed.
const resolved = new Set(["4", "5"])

/** Freshservice, API v2. Tickets are found again by a tag, which has at most 32 characters. */
export const freshservice: TicketSystem = {
  vendor: "freshservice",

  prove: (calls, desk) =>
    calls
      .read({ url: `${tickets(desk)}?per_page=1`, headers: headers(desk) })
      .pipe(answerOf(Schema.Json), Effect.asVoid),

  find: (calls, desk, mark) =>
    calls
      .read({
        url: `${tickets(desk)}/filter?query=${encodeURIComponent(`"tag:'${mark}'"`)}`,
        headers: headers(desk)
      })
      .pipe(
        answerOf(Many),
        Effect.map(({ tickets: found }) =>
          Option.map(Option.fromUndefinedOr(found.find(({ tags }) => tags?.includes(mark))), ({ id }) =>
            ticketAt(desk, id)
          )
        )
      ),

  create: (calls, desk, ticket) =>
    calls
      .write({
        method: "POST",
        url: tickets(desk),
        headers: { ...headers(desk), "content-type": "application/json" },
        body: JSON.stringify({
          subject: ticket.summary,
          description: ticket.lines.map((line) => `<p>${escaped(line)}</p>`).join(""),
          email: settingOf(desk, "requester_email"),
          priority: 2,
          status: 2,
          tags: [ticket.mark]
        })
      })
      .pipe(
        answerOf(One),
        Effect.map(({ ticket: made }) => ticketAt(desk, made.id))
      ),

  isResolved: (calls, desk, { id }) =>
    calls.read({ url: `${tickets(desk)}/${encodeURIComponent(id)}`, headers: headers(desk) }).pipe(
      answerOf(Status),
      Effect.map(({ ticket }) => resolved.has(String(ticket.status ?? "")))
    ),

  isSigned: carriesSecret,

  // Its placeholder `{{ticket.id}}` writes the kind before the number: `SR-42`, `#INC-42`.
  named: (body) =>
    textsAt(body, [
      "ticket.id",
      "ticket_id",
      "id",
      "freshdesk_webhook.ticket_id",
      "freshservice_webhook.ticket_id"
    ]).flatMap((text) => [text, text.replace(/^#?(?:[A-Za-z]+-)?/, "")])
}

// The description is HTML there.
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
