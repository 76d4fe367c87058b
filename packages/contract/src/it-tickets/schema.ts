import { Schema } from "effect"
import { Integration } from "../integrations/schema.ts"
import { Timestamp } from "../kernel/dates.ts"
import { ChecklistItemId, OffboardingId, Uuid } from "../kernel/ids.ts"
import { EmailAddress, RequiredText, Text } from "../kernel/text.ts"

export const ItTicketId = Uuid.pipe(Schema.brand("ItTicketId"))
export type ItTicketId = typeof ItTicketId.Type

export const TicketProvider = Schema.Literals(["jira", "servicenow", "freshservice", "zendesk"])
export type TicketProvider = typeof TicketProvider.Type

const Host = RequiredText(2048)
const Credential = RequiredText(4096).check(
  Schema.isPattern(/^[\x20-\x7e]+$/, { message: "must consist of visible ASCII characters" })
)

/**
 * Where the ticket system is and how it is signed in to, by the names that its own documentation has: one of the
 * addresses (a whole address, a host name, or the name before the vendor's domain), and one of the credentials.
 */
export const ConnectItTickets = Schema.Struct({
  provider: TicketProvider,
  base_url: Schema.optionalKey(Host),
  site: Schema.optionalKey(Host),
  domain: Schema.optionalKey(Host),
  instance: Schema.optionalKey(Host),
  subdomain: Schema.optionalKey(Host),
  /** With `api_token` (Jira, Zendesk). */
  email: Schema.optionalKey(EmailAddress),
  /** With `password` (ServiceNow). */
  username: Schema.optionalKey(RequiredText(254)),
  api_token: Schema.optionalKey(Credential),
  api_key: Schema.optionalKey(Credential),
  password: Schema.optionalKey(Credential),
  /** The Jira project that tickets are made in. */
  project_key: Schema.optionalKey(
    Text(100).check(
      Schema.isPattern(/^[A-Za-z][A-Za-z0-9_]*$/, {
        message: "must be a project's key: a letter, then letters, digits and _"
      })
    )
  ),
  /** The Jira issue type; default `Task`. */
  issue_type: Schema.optionalKey(RequiredText(100)),
  /** In whose name Freshservice makes tickets. */
  requester_email: Schema.optionalKey(EmailAddress),
  /** Signs callbacks, or is their token; generated if omitted. */
  webhook_secret: Schema.optionalKey(
    Text(512).check(
      Schema.isMinLength(8, { message: "must be 8 or more characters" }),
      Schema.isPattern(/^[\x21-\x7e]*$/, { message: "must consist of visible ASCII characters without spaces" })
    )
  )
})
export type ConnectItTickets = typeof ConnectItTickets.Type

export const ConnectedItTickets = Schema.Struct({
  ...Integration.fields,
  /** Where the ticket system is to send its callbacks. */
  webhook_url: Schema.String,
  /** Shown this once, and only when it was made here. */
  webhook_secret: Schema.optionalKey(Schema.String)
})
export type ConnectedItTickets = typeof ConnectedItTickets.Type

/** `queued`: on its way; `resolved`: its task was closed with it, where that was open; `failed`: given up. */
export const ItTicketStatus = Schema.Literals(["queued", "open", "resolved", "failed"])
export type ItTicketStatus = typeof ItTicketStatus.Type

/** A ticket in the organization's own ticket system, for one task. */
export const ItTicket = Schema.Struct({
  id: ItTicketId,
  offboarding_id: OffboardingId,
  task_id: ChecklistItemId,
  task: Schema.String,
  provider: TicketProvider,
  status: ItTicketStatus,
  /** Its number or key there; null until it is made. */
  key: Schema.NullOr(Schema.String),
  url: Schema.NullOr(Schema.String),
  /** Why the latest call did not succeed. */
  last_error: Schema.NullOr(Schema.String),
  created_at: Timestamp,
  resolved_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "ItTicket" })
export type ItTicket = typeof ItTicket.Type

/** The handling of a callback: an unknown ticket is foreign. */
export const ItTicketCallback = Schema.Struct({
  received: Schema.tag(true),
  result: Schema.Literals(["ignored", "open", "resolved", "later"])
})
export type ItTicketCallback = typeof ItTicketCallback.Type
