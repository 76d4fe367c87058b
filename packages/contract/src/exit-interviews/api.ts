import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Integration } from "../integrations/schema.ts"
import { Decoding, OpenAccess, Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { CaseCompleted } from "../kernel/errors.ts"
import { OffboardingId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import { Text } from "../kernel/text.ts"
import { OffboardingCancelled, OffboardingNotFound } from "../offboardings/errors.ts"
import { LeaverMailsExceeded } from "../portal/errors.ts"
import { CredentialRefused, VendorUnanswering } from "../integrations/errors.ts"
import {
  BookingUnreadable,
  CalendlyCallbackRefused,
  CalendlyConnectRefused,
  CalendlyFailed,
  CalendlyNotConnected,
  EventTypeMissing,
  ExitInterviewAddressMissing,
  ExitInterviewExists,
  ExitInterviewHeld,
  ExitInterviewNotFound
} from "./errors.ts"
import { CalendlyCallback, ConnectCalendly, ExitInterview, InviteToExitInterview, MarkExitInterview } from "./schema.ts"

/** Where exit interviews are booked (interviews-1). */
export class CalendlyConnectApi extends HttpApiGroup.make("calendly-connect")
  .add(
    HttpApiEndpoint.post("connect", "/connect", {
      payload: ConnectCalendly,
      success: Integration.pipe(HttpApiSchema.status(201)),
      error: [CalendlyConnectRefused, CredentialRefused, VendorUnanswering]
    }).annotateMerge(
      route(
        { permission: "integrations_manage", feature: "exitInterviewScheduling", stepUp: "first" },
        "Connect Calendly",
        "Takes a personal access token, which is tested first. Subscribes to callbacks if the account allows it; " +
          "`config.webhook` shows whether it does."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/integrations/calendly")
  .annotateMerge(group("Calendly", "Booking of exit interviews")) {}

const params = { id: described(OffboardingId, "The offboarding") }

/** The exit interview of a departing person, which they book for themselves. */
export class ExitInterviewsApi extends HttpApiGroup.make("exit-interviews")
  .add(
    HttpApiEndpoint.get("show", "/:id/exit-interview", {
      params,
      success: ExitInterview,
      error: [OffboardingNotFound, ExitInterviewNotFound]
    }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "View the exit interview",
        "Whether the person was invited and has booked, and when the interview takes place."
      )
    ),
    HttpApiEndpoint.post("invite", "/:id/exit-interview", {
      params,
      payload: [InviteToExitInterview, HttpApiSchema.NoContent],
      success: ExitInterview.pipe(HttpApiSchema.status(201)),
      error: [
        ExitInterviewAddressMissing,
        OffboardingNotFound,
        OffboardingCancelled,
        CaseCompleted,
        CalendlyNotConnected,
        EventTypeMissing,
        ExitInterviewExists,
        ExitInterviewHeld,
        CalendlyFailed,
        LeaverMailsExceeded
      ]
    }).annotateMerge(
      route(
        { permission: "offboardings_edit", feature: "exitInterviewScheduling" },
        "Invite the person to an exit interview",
        "Creates a Calendly link for one booking and emails it to the person's personal email address, else to " +
          "their work email address. `again` sends a new invitation; it is not needed after a cancellation. At " +
          "most 5 invitations an hour for an offboarding and 50 for an organization, else 429 with `Retry-After`."
      )
    ),
    HttpApiEndpoint.patch("mark", "/:id/exit-interview", {
      params,
      payload: MarkExitInterview,
      success: ExitInterview,
      error: [OffboardingNotFound, ExitInterviewNotFound, OffboardingCancelled, CaseCompleted]
    }).annotateMerge(
      route({ permission: "offboardings_edit" }, "Mark the exit interview as completed", "Or remove the mark.")
    )
  )
  .pipe(behindSession)
  .prefix("/api/employees")
  .annotateMerge(group("Exit interviews", "Invitations for departing people")) {}

const anyBody = {
  required: true,
  content: {
    "application/json": {
      schema: { type: "object" },
      example: {
        event: "invitee.created",
        payload: { scheduled_event: { uri: "https://api.calendly.com/scheduled_events/GBGBDCAADAEDCRZ2" } }
      }
    }
  }
}

/** What Calendly calls; it has no session, so every call is verified by its signature. */
export class CalendlyCallbacksApi extends HttpApiGroup.make("calendly-callbacks")
  .add(
    HttpApiEndpoint.post("receive", "/webhook", {
      query: { connection: Schema.optionalKey(described(Text(100), "The connection, as in its subscription")) },
      success: CalendlyCallback,
      error: [CalendlyCallbackRefused, BookingUnreadable]
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Receive Calendly's callback",
          description:
            "Verified by `Calendly-Webhook-Signature` over the bytes of the body, at most 5 minutes old. The " +
            "content is not trusted: the service reads the booking at Calendly.",
          // The signature covers the bytes, so the body is not decoded as others are.
          transform: (operation) => ({ ...operation, requestBody: anyBody })
        })
      )
      .annotate(Requires, { open: true, callback: true })
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/integrations/calendly")
  .annotateMerge(group("Calendly's callbacks", "Callbacks from Calendly")) {}
