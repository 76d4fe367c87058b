import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Access, Decoding, Requires, SessionAuth } from "../kernel/access.ts"
import { IntegrationId } from "../kernel/ids.ts"
import { BaseUrlRefused, ServiceNameReserved, TargetTokenRefused, TargetUnanswering } from "./errors.ts"
import { ConnectRevocationTarget, Integration } from "./schema.ts"

export class IntegrationsApi extends HttpApiGroup.make("integrations")
  .add(
    HttpApiEndpoint.get("list", "/", { success: Schema.Array(Integration) }).annotate(Requires, { open: true }),
    HttpApiEndpoint.post("connectRevocationTarget", "/saas-revocation/connect", {
      payload: ConnectRevocationTarget,
      success: Integration.pipe(HttpApiSchema.status(201)),
      error: [ServiceNameReserved, BaseUrlRefused, TargetTokenRefused, TargetUnanswering]
    }).annotate(Requires, { permission: "integrations_manage", stepUp: "first" }),
    // An unknown id is answered like a known one (D2): nothing tells whether it ever existed.
    HttpApiEndpoint.delete("remove", "/:id", {
      params: { id: IntegrationId },
      success: Schema.Struct({ success: Schema.tag(true) })
    }).annotate(Requires, { permission: "integrations_manage", stepUp: "first" })
  )
  .middleware(Access)
  .middleware(SessionAuth)
  .middleware(Decoding)
  .prefix("/api/integrations")
  .annotateMerge(OpenApi.annotations({ title: "Integrations", description: "Connected services" })) {}
