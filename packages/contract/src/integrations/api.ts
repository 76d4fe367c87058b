import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { FeatureMissing } from "../kernel/errors.ts"
import { IntegrationId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import { SaveIntegration, UpdateIntegration } from "./config.ts"
import {
  BaseUrlRefused,
  CredentialRefused,
  ConfigRefused,
  IntegrationNotFound,
  ServiceNameReserved,
  SettingUnavailable,
  VendorUnanswering
} from "./errors.ts"
import { ConnectRevocationTarget, CredentialState, Integration, SavedIntegration, SettingChange } from "./schema.ts"

const manage = { permission: "integrations_manage", stepUp: "first" } as const

const params = { id: described(IntegrationId, "The integration") }

export class IntegrationsApi extends HttpApiGroup.make("integrations")
  .add(
    HttpApiEndpoint.get("list", "/", { success: Schema.Array(Integration) }).annotateMerge(
      route(
        { open: true },
        "List integrations",
        "Secrets are masked. Without `integrations_manage` the configuration is not shown."
      )
    ),
    HttpApiEndpoint.get("credentialStates", "/credential-states", {
      success: Schema.Array(CredentialState)
    }).annotateMerge(
      route(
        { permission: "integrations_manage" },
        "List credentials that apps refuse",
        "One entry per integration, in the order of the list of integrations. A helper route of the dashboard."
      )
    ),
    HttpApiEndpoint.post("save", "/", {
      payload: SaveIntegration,
      success: SavedIntegration.pipe(HttpApiSchema.status(201)),
      error: [ConfigRefused, BaseUrlRefused, FeatureMissing]
    }).annotateMerge(
      route(
        manage,
        "Save an integration",
        "Creates or replaces the record with this name, ignoring case. The vendor is not called. The name of a " +
          "built-in provider needs the plan feature of its own connect route."
      )
    ),
    HttpApiEndpoint.patch("update", "/:id", {
      params,
      payload: UpdateIntegration,
      success: Integration,
      error: [ConfigRefused, BaseUrlRefused, FeatureMissing, IntegrationNotFound]
    }).annotateMerge(
      route(
        manage,
        "Top-level names in `config` replace the stored ones, `null` removes them, others stay; nested objects are replaced whole. A masked secret sent back keeps the stored one. With `connection_status` false nothing is revoked there.",
        "Names given in `config` replace, `null` removes, the others stay; what is below a name is replaced " +
          "whole. A masked secret sent back stays as it is. With `connection_status` false nothing is revoked there."
      )
    ),
    HttpApiEndpoint.patch("setAutoReply", "/:id/auto-reply-setting", {
      params,
      payload: SettingChange,
      success: Integration,
      error: [SettingUnavailable, IntegrationNotFound]
    }).annotateMerge(
      route(manage, "Turn the out-of-office reply on or off", "For `google-workspace` and `azure-ad`. Default: on.")
    ),
    HttpApiEndpoint.patch("setDriveTransfer", "/:id/drive-transfer-setting", {
      params,
      payload: SettingChange,
      success: Integration,
      error: [SettingUnavailable, IntegrationNotFound]
    }).annotateMerge(
      route(manage, "Turn file transfer to the manager on or off", "For `google-workspace`. Default: off.")
    ),
    HttpApiEndpoint.post("connectRevocationTarget", "/saas-revocation/connect", {
      payload: ConnectRevocationTarget,
      success: Integration.pipe(HttpApiSchema.status(201)),
      error: [ServiceNameReserved, BaseUrlRefused, CredentialRefused, VendorUnanswering]
    }).annotateMerge(
      route(
        manage,
        "Connect a revocation target",
        "A custom app whose access is revoked by SCIM 2.0 or by a signed POST."
      )
    ),
    // An unknown id gets the same response as a known one (integrations-6): nothing reveals whether it ever existed.
    HttpApiEndpoint.delete("remove", "/:id", {
      params,
      success: Schema.Struct({ success: Schema.tag(true) })
    }).annotateMerge(
      route(
        manage,
        "Disconnect an integration",
        "For `github` and `google-workspace`, also revokes the token at the vendor, as far as the vendor allows. " +
          "An unknown id gets the same answer."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/integrations")
  .annotateMerge(group("Integrations", "Connected apps")) {}
