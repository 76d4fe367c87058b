import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ChecklistItemNotFound } from "../checklists/errors.ts"
import { Decoding, OpenAccess, Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { CaseCompleted } from "../kernel/errors.ts"
import { ChecklistItemId, OffboardingId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import { Text } from "../kernel/text.ts"
import { OffboardingCancelled, OffboardingNotFound } from "../offboardings/errors.ts"
import { CredentialRefused, VendorUnanswering } from "../integrations/errors.ts"
import {
  ItTicketCallbackRefused,
  ItTicketExists,
  ItTicketsConnectRefused,
  ItTicketsNotConnected,
  TaskIsDone
} from "./errors.ts"
import { ConnectedItTickets, ConnectItTickets, ItTicket, ItTicketCallback } from "./schema.ts"

/** The organization's ticket system (tickets-3). */
export class ItTicketsConnectApi extends HttpApiGroup.make("it-tickets-connect")
  .add(
    HttpApiEndpoint.post("connect", "/connect", {
      payload: ConnectItTickets,
      success: ConnectedItTickets.pipe(HttpApiSchema.status(201)),
      error: [ItTicketsConnectRefused, CredentialRefused, VendorUnanswering]
    }).annotateMerge(
      route(
        { permission: "integrations_manage", feature: "itTickets", stepUp: "first" },
        "Connect a ticket system",
        "Jira (`site`, `email`, `api_token`, `project_key`), ServiceNow (`instance`, `username`, `password`, or " +
          "`api_key`), Freshservice (`domain`, `api_key`) or Zendesk (`subdomain`, `email`, `api_token`). The " +
          "credential is tested first. IT tasks in new offboardings create tickets there, and a resolved ticket " +
          "completes its task."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/integrations/it-tickets")
  .annotateMerge(group("Ticket system", "Connect a ticket system")) {}

/** Tickets for the tasks of an offboarding. */
export class ItTicketsApi extends HttpApiGroup.make("it-tickets")
  .add(
    HttpApiEndpoint.get("list", "/:id/tickets", {
      params: { id: described(OffboardingId, "The offboarding") },
      success: Schema.Array(ItTicket),
      error: OffboardingNotFound
    }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "List the tickets of an offboarding",
        "Tickets created for its tasks, in checklist order."
      )
    ),
    HttpApiEndpoint.post("create", "/checklist/:itemId/ticket", {
      params: { itemId: described(ChecklistItemId, "The task") },
      success: ItTicket.pipe(HttpApiSchema.status(201)),
      error: [
        ChecklistItemNotFound,
        ItTicketsNotConnected,
        ItTicketExists,
        TaskIsDone,
        OffboardingCancelled,
        CaseCompleted
      ]
    }).annotateMerge(
      route(
        { permission: "offboardings_edit", feature: "itTickets" },
        "Create a ticket for a task",
        "Created in the background; a failed ticket is retried."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/employees")
  .annotateMerge(group("Tickets", "Tickets for tasks of an offboarding")) {}

const anyBody = {
  required: true,
  content: { "application/json": { schema: { type: "object" }, example: { issue: { key: "IT-42" } } } }
}

/** What the ticket system calls; it has no session, so every call is verified by its signature. */
export class ItTicketCallbacksApi extends HttpApiGroup.make("it-ticket-callbacks")
  .add(
    HttpApiEndpoint.post("receive", "/webhook", {
      query: { integration: Schema.optionalKey(described(Text(100), "The connection, as in its `webhook_url`")) },
      success: ItTicketCallback,
      error: ItTicketCallbackRefused
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Receive a ticket system's callback",
          description:
            "Signed over the bytes of the body with the webhook secret: `X-Hub-Signature` (Jira), " +
            "`X-Zendesk-Webhook-Signature` with its timestamp (Zendesk); ServiceNow and Freshservice send the " +
            "secret itself as `X-Webhook-Secret` or `Authorization: Bearer`. The content is not trusted: the " +
            "service reads the ticket at its system.",
          // The signature covers the bytes, so the body is not decoded as others are.
          transform: (operation) => ({ ...operation, requestBody: anyBody })
        })
      )
      .annotate(Requires, { open: true, callback: true })
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/integrations/it-tickets")
  .annotateMerge(group("Ticket callbacks", "Callbacks from ticket systems")) {}
