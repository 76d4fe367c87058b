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
        "Secrets are masked; without `integrations_manage` the configuration is not shown."
      )
    ),
    HttpApiEndpoint.get("credentialStates", "/credential-states", {
      success: Schema.Array(CredentialState)
    }).annotateMerge(
      route(
        { permission: "integrations_manage" },
        "Show which stored credentials apps refuse",
        "One entry for each integration, in the order of their list. A helper route of the dashboard."
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
        "Creates or replaces the record of this name, whatever its case. The vendor is not asked. A built-in " +
          "provider's name needs the plan feature that its own connect route needs."
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
        "Change an integration",
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
      route(
        manage,
        "Switch the out-of-office reply",
        "Of the mailbox suites `google-workspace` and `azure-ad`: on unless switched off."
      )
    ),
    HttpApiEndpoint.patch("setDriveTransfer", "/:id/drive-transfer-setting", {
      params,
      payload: SettingChange,
      success: Integration,
      error: [SettingUnavailable, IntegrationNotFound]
    }).annotateMerge(
      route(manage, "Switch the transfer of files to the manager", "Of `google-workspace`: off unless switched on.")
    ),
    HttpApiEndpoint.post("connectRevocationTarget", "/saas-revocation/connect", {
      payload: ConnectRevocationTarget,
      success: Integration.pipe(HttpApiSchema.status(201)),
      error: [ServiceNameReserved, BaseUrlRefused, CredentialRefused, VendorUnanswering]
    }).annotateMerge(
      route(
        manage,
        "Connect a revocation target",
        "A service of your own whose access is revoked by SCIM 2.0 or by a signed POST."
      )
    ),
    // An unknown id is answered like a known one (integrations-6): nothing tells whether it ever existed.
    HttpApiEndpoint.delete("remove", "/:id", {
      params,
      success: Schema.Struct({ success: Schema.tag(true) })
    }).annotateMerge(
      route(
        manage,
        "Disconnect an integration",
        "The token of `github` and `google-workspace` is also revoked there, as far as the vendor lets it. An " +
          "unknown id is answered like a known one."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/integrations")
  .annotateMerge(group("Integrations", "Connected services")) {}
