import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Access, Decoding, Requires, SessionAuth } from "../kernel/access.ts"
import { described } from "../kernel/described.ts"
import { IntegrationId } from "../kernel/ids.ts"
import { BaseUrlRefused, ServiceNameReserved, TargetTokenRefused, TargetUnanswering } from "./errors.ts"
import { ConnectRevocationTarget, Integration } from "./schema.ts"

export class IntegrationsApi extends HttpApiGroup.make("integrations")
  .add(
    HttpApiEndpoint.get("list", "/", { success: Schema.Array(Integration) })
      .annotateMerge(
        OpenApi.annotations({
          summary: "List integrations",
          description: "Secrets are masked; without `integrations_manage` the configuration is not shown."
        })
      )
      .annotate(Requires, { open: true }),
    HttpApiEndpoint.post("connectRevocationTarget", "/saas-revocation/connect", {
      payload: ConnectRevocationTarget,
      success: Integration.pipe(HttpApiSchema.status(201)),
      error: [ServiceNameReserved, BaseUrlRefused, TargetTokenRefused, TargetUnanswering]
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Connect a revocation target",
          description: "A service of your own whose access is revoked by SCIM 2.0 or by a signed POST."
        })
      )
      .annotate(Requires, { permission: "integrations_manage", stepUp: "first" }),
    // An unknown id is answered like a known one (D2): nothing tells whether it ever existed.
    HttpApiEndpoint.delete("remove", "/:id", {
      params: { id: described(IntegrationId, "The integration") },
      success: Schema.Struct({ success: Schema.tag(true) })
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Disconnect an integration",
          description: "An unknown id is answered like a known one."
        })
      )
      .annotate(Requires, { permission: "integrations_manage", stepUp: "first" })
  )
  .middleware(Access)
  .middleware(SessionAuth)
  .middleware(Decoding)
  .prefix("/api/integrations")
  .annotateMerge(OpenApi.annotations({ title: "Integrations", description: "Connected services" })) {}
