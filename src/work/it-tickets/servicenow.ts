import { Effect, Option, Schema } from "effect"
import {
  answerOf,
  basic,
  carriesSecret,
  type Desk,
  secretOf,
  settingOf,
  StatusText,
  textsAt,
  type TicketAt,
  TicketName,
  type TicketSystem
} from "./ticket-system.ts"

const Incident = Schema.Struct({
  sys_id: TicketName,
  number: Schema.optionalKey(TicketName),
  correlation_id: Schema.optionalKey(Schema.NullOr(Schema.String))
})
const One = Schema.Struct({ result: Incident })
const Many = Schema.Struct({ result: Schema.Array(Incident) })
const State = Schema.Struct({ result: Schema.Struct({ state: StatusText }) })

const headers = (desk: Desk) => ({
  accept: "application/json",
  ...(secretOf(desk, "api_key") === ""
    ? { authorization: basic(settingOf(desk, "username"), secretOf(desk, "password")) }
    : { "x-sn-apikey": secretOf(desk, "api_key") })
})

const incidents = (desk: Desk) => `${desk.baseUrl}/api/now/table/incident`

const ticketAt = (desk: Desk, { number, sys_id }: typeof Incident.Type): TicketAt => ({
  id: sys_id,
  key: number ?? sys_id,
  url: `${settingOf(desk, "base_url")}/nav_to.do?uri=${encodeURIComponent(`incident.do?sys_id=${sys_id}`)}`
})

// Resolved and closed, as the values of the table and as the words that a business rule may show.
const resolved = new Set(["6", "7", "resolved", "closed"])

/** ServiceNow's Table API. Tickets are found again by their correlation id. */
export const servicenow: TicketSystem = {
  vendor: "servicenow",

  prove: (calls, desk) =>
    calls
      .read({ url: `${incidents(desk)}?sysparm_limit=1`, headers: headers(desk) })
      .pipe(answerOf(Schema.Json), Effect.asVoid),

  find: (calls, desk, mark) =>
    calls
      .read({
        url: `${incidents(desk)}?sysparm_query=${encodeURIComponent(`correlation_id=${mark}`)}&sysparm_limit=2&sysparm_fields=sys_id,number,correlation_id`,
        headers: headers(desk)
      })
      .pipe(
        answerOf(Many),
        // Compared here too: a query that cannot be read is ignored, and lists every incident.
        Effect.map(({ result }) =>
          Option.map(Option.fromUndefinedOr(result.find(({ correlation_id }) => correlation_id === mark)), (found) =>
            ticketAt(desk, found)
          )
        )
      ),

  create: (calls, desk, ticket) =>
    calls
      .write({
        method: "POST",
        url: incidents(desk),
        headers: { ...headers(desk), "content-type": "application/json" },
        body: JSON.stringify({
          short_description: ticket.summary,
          description: ticket.lines.join("\n"),
          correlation_id: ticket.mark,
          correlation_display: "Offboarding Service"
        })
      })
      .pipe(
        answerOf(One),
        Effect.map(({ result }) => ticketAt(desk, result))
      ),

  isResolved: (calls, desk, { id }) =>
    calls
      .read({ url: `${incidents(desk)}/${encodeURIComponent(id)}?sysparm_fields=state`, headers: headers(desk) })
      .pipe(
        answerOf(State),
        Effect.map(({ result }) => resolved.has(String(result.state ?? "").toLowerCase()))
      ),

  isSigned: carriesSecret,

  named: (body) =>
    textsAt(body, ["sys_id", "number", "incident.sys_id", "incident.number", "result.sys_id", "result.number"])
}
