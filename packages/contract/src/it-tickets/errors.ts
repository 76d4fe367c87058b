import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal } from "../kernel/refusal.ts"

/** The ticket system could not be connected; `error` says what is missing or what it answered. */
export class ItTicketsConnectRefused extends Refusal<ItTicketsConnectRefused>("ItTicketsConnectRefused")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "project_key: name the Jira project that tickets are made in"
    })
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "ItTicketsConnectRefused"
}

export class ItTicketsNotConnected extends Refusal<ItTicketsNotConnected>("ItTicketsNotConnected")(
  {
    error: Schema.tag("No ticket system is connected. Connect one under Integrations first"),
    code: Schema.tag("not_connected")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "ItTicketsNotConnected"
}

export class TaskIsDone extends Refusal<TaskIsDone>("TaskIsDone")(
  { error: Schema.tag("This task is done: it needs no ticket"), code: Schema.tag("task_done") },
  { httpApiStatus: 409 }
) {
  readonly _tag = "TaskIsDone"
}

export class ItTicketExists extends Refusal<ItTicketExists>("ItTicketExists")(
  { error: Schema.tag("This task has a ticket already"), code: Schema.tag("ticket_exists") },
  { httpApiStatus: 409 }
) {
  readonly _tag = "ItTicketExists"
}

/** One answer for an unknown connection, a missing, a wrong and an outdated signature: on purpose the same for all. */
export class ItTicketCallbackRefused extends Refusal<ItTicketCallbackRefused>("ItTicketCallbackRefused")(
  { error: Schema.tag("The callback is not signed with the secret of a connected ticket system") },
  { httpApiStatus: 401 }
) {
  readonly _tag = "ItTicketCallbackRefused"
}
