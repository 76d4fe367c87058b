import { Schema } from "effect"
import { Refusal, sentence } from "../kernel/refusal.ts"

export class ServiceNameReserved extends Refusal<ServiceNameReserved>()("ServiceNameReserved", 400, {
  error: Schema.tag(
    "This name belongs to a built-in integration. Choose another service_name, or connect the built-in one"
  )
}) {}

/** The URL must not be called from here; `error` names the rule. */
export class BaseUrlRefused extends Refusal<BaseUrlRefused>()("BaseUrlRefused", 400, {
  error: sentence("base_url: The URL must start with https://")
}) {}

export class IntegrationNotFound extends Refusal<IntegrationNotFound>()("IntegrationNotFound", 404, {
  error: Schema.tag("Integration not found")
}) {}

/** `error` names what cannot be set so, and where it can. */
export class ConfigRefused extends Refusal<ConfigRefused>()("ConfigRefused", 400, {
  error: sentence(
    "config: auto_reply_enabled cannot be changed here. Use PATCH /api/integrations/{id}/auto-reply-setting"
  )
}) {}

/** Not every integration has this setting. */
export class SettingUnavailable extends Refusal<SettingUnavailable>()("SettingUnavailable", 400, {
  error: sentence("auto_reply_enabled is a setting of google-workspace and azure-ad only, not of github")
}) {}

/** The vendor was asked and did not take the credential; nothing was saved. */
export class CredentialRefused extends Refusal<CredentialRefused>()("CredentialRefused", 400, {
  error: sentence("okta: The app did not accept the token. Check the token and its permissions"),
  code: Schema.tag("credential_refused")
}) {}

/** The vendor gave no usable answer when the connection was tried; nothing was saved. */
export class VendorUnanswering extends Refusal<VendorUnanswering>()("VendorUnanswering", 400, {
  error: sentence("okta: The app did not answer in time. Check the URL and try again"),
  code: Schema.tag("vendor_unanswering")
}) {}

/** The operator has not registered this service with the vendor. */
export class OAuthUnconfigured extends Refusal<OAuthUnconfigured>()("OAuthUnconfigured", 503, {
  error: sentence("Connecting github is not configured on this service. Ask the operator to set GITHUB_CLIENT_ID")
}) {}
