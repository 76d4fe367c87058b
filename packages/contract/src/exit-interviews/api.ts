import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Integration } from "../integrations/schema.ts"
import { Access, Decoding, Requires, SessionAuth } from "../kernel/access.ts"
import { CalendlyConnectRefused } from "./errors.ts"
import { ConnectCalendly } from "./schema.ts"

/** D2, Integrations: where exit interviews are booked. */
export class CalendlyConnectApi extends HttpApiGroup.make("calendly-connect")
  .add(
    HttpApiEndpoint.post("connect", "/connect", {
      payload: ConnectCalendly,
      success: Integration.pipe(HttpApiSchema.status(201)),
      error: CalendlyConnectRefused
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Connect Calendly",
          description: "With a personal access token, which is tried first."
        })
      )
      .annotate(Requires, { permission: "integrations_manage", feature: "exitInterviewScheduling", stepUp: "first" })
  )
  .middleware(Access)
  .middleware(SessionAuth)
  .middleware(Decoding)
  .prefix("/api/integrations/calendly")
  .annotateMerge(OpenApi.annotations({ title: "Calendly", description: "Where exit interviews are booked" })) {}
