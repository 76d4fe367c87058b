import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal } from "../kernel/refusal.ts"

export class ServiceNameReserved extends Refusal<ServiceNameReserved>("ServiceNameReserved")(
  {
    error: Schema.tag(
      "This name belongs to a built-in integration. Choose another service_name, or connect the built-in one"
    )
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "ServiceNameReserved"
}

/** The address may not be called from here; `error` says which rule it breaks. */
export class BaseUrlRefused extends Refusal<BaseUrlRefused>("BaseUrlRefused")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "base_url: The address must start with https://"
    })
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "BaseUrlRefused"
}

export class IntegrationNotFound extends Refusal<IntegrationNotFound>("IntegrationNotFound")(
  { error: Schema.tag("Integration not found") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "IntegrationNotFound"
}

/** `error` names what cannot be set so, and where it can. */
export class ConfigRefused extends Refusal<ConfigRefused>("ConfigRefused")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example:
        "config: auto_reply_enabled is changed by PATCH /api/integrations/{id}/auto-reply-setting. Leave it out here"
    })
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "ConfigRefused"
}

/** Not every integration has this setting. */
export class SettingUnavailable extends Refusal<SettingUnavailable>("SettingUnavailable")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "auto_reply_enabled is a setting of google-workspace and azure-ad only, not of github"
    })
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "SettingUnavailable"
}

/** The vendor was asked and did not take the credential; nothing was saved. */
export class CredentialRefused extends Refusal<CredentialRefused>("CredentialRefused")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "okta: The service did not accept the token. Check the token and what it is allowed to do"
    }),
    code: Schema.tag("credential_refused")
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "CredentialRefused"
}

/** The vendor gave no usable answer when the connection was tried; nothing was saved. */
export class VendorUnanswering extends Refusal<VendorUnanswering>("VendorUnanswering")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "okta: The service did not answer in time. Check the address and try again"
    }),
    code: Schema.tag("vendor_unanswering")
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "VendorUnanswering"
}

/** The operator has not registered this service with the vendor. */
export class OAuthUnconfigured extends Refusal<OAuthUnconfigured>("OAuthUnconfigured")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "Connecting github is not configured on this service. Ask its operator to set GITHUB_CLIENT_ID"
    })
  },
  { httpApiStatus: 503 }
) {
  readonly _tag = "OAuthUnconfigured"
}
