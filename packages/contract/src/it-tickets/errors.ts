import { Schema } from "effect"
import { Refusal, sentence } from "../kernel/refusal.ts"

/** The ticket system could not be connected; `error` says what is missing or what it answered. */
export class ItTicketsConnectRefused extends Refusal<ItTicketsConnectRefused>()("ItTicketsConnectRefused", 400, {
  error: sentence("project_key is missing. Send the key of the Jira project for the tickets")
}) {}

export class ItTicketsNotConnected extends Refusal<ItTicketsNotConnected>()("ItTicketsNotConnected", 409, {
  error: Schema.tag("No ticket system is connected. Connect one under Integrations first"),
  code: Schema.tag("not_connected")
}) {}

export class TaskIsDone extends Refusal<TaskIsDone>()("TaskIsDone", 409, {
  error: Schema.tag("This task is done, so it needs no ticket"),
  code: Schema.tag("task_done")
}) {}

export class ItTicketExists extends Refusal<ItTicketExists>()("ItTicketExists", 409, {
  error: Schema.tag("This task already has a ticket"),
  code: Schema.tag("ticket_exists")
}) {}

/** One answer for an unknown connection, a missing, a wrong and an outdated signature: on purpose the same for all. */
export class ItTicketCallbackRefused extends Refusal<ItTicketCallbackRefused>()("ItTicketCallbackRefused", 401, {
  error: Schema.tag("The callback is not signed with the secret of a connected ticket system")
}) {}
