import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Decoding, OpenAccess, Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { OrgId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import { SsoFormInvalid, SsoNotConfigured, SsoSettingsInvalid } from "./errors.ts"
import { ConfigureSso, RemovedSso, ReturnPath, SsoSettings } from "./schema.ts"

/** The organization's identity provider (SAML 2.0). */
export class SsoSettingsApi extends HttpApiGroup.make("sso-settings")
  .add(
    HttpApiEndpoint.get("show", "/", { success: SsoSettings }).annotateMerge(
      route(
        { permission: "settings_manage" },
        "View single sign-on",
        "The current configuration, and the values to enter at the identity provider. `configured` is false if " +
          "nothing is configured."
      )
    ),
    HttpApiEndpoint.put("configure", "/", {
      payload: ConfigureSso,
      success: SsoSettings,
      error: SsoSettingsInvalid
    }).annotateMerge(
      route(
        { permission: "settings_manage", feature: "identityProviders", stepUp: "last" },
        "Configure single sign-on",
        "Replaces the configuration, by its fields or by the provider's metadata document; without either, the " +
          "configured provider stays and the rest is replaced. With `enforce_sso`, members sign in through the " +
          "provider only; other sessions end, except this one and those of `bypass_user_ids`. Only Super Admins " +
          "can set up or replace the provider, because it vouches for every member."
      )
    ),
    HttpApiEndpoint.delete("remove", "/", { success: RemovedSso, error: SsoNotConfigured }).annotateMerge(
      route(
        { permission: "settings_manage", stepUp: "last" },
        "Remove single sign-on",
        "Also ends enforcement: members sign in with their passwords again."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/organizations/me/sso")
  .annotateMerge(group("Single sign-on settings", "The organization's identity provider")) {}

const params = { orgId: described(OrgId, "The organization of the members who sign in") }

const form = {
  required: true,
  content: {
    "application/x-www-form-urlencoded": {
      schema: {
        type: "object",
        required: ["SAMLResponse"],
        properties: {
          SAMLResponse: { type: "string", description: "The provider's response, base64" },
          RelayState: { type: "string", description: "As sent to the provider at sign-in" }
        }
      },
      example: { SAMLResponse: "PHNhbWxwOlJlc3BvbnNlPi4uLg==", RelayState: "6Zr0J9mDk1s" }
    }
  }
}

/** What a browser passes through between this service and the identity provider. */
export class SsoSignInApi extends HttpApiGroup.make("sso-sign-in")
  .add(
    HttpApiEndpoint.get("login", "/:orgId/login", {
      params,
      query: { returnTo: Schema.optionalKey(described(ReturnPath, "Where the browser is redirected after sign-in")) },
      success: HttpApiSchema.Empty(302),
      error: SsoNotConfigured
    }).annotateMerge(
      route(
        { open: true },
        "Sign in through the identity provider",
        "Redirects to the provider with a request that it can answer once, within 10 minutes."
      )
    ),
    HttpApiEndpoint.get("metadata", "/:orgId/metadata", {
      params,
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "application/samlmetadata+xml" })),
      error: SsoNotConfigured
    }).annotateMerge(
      route(
        { open: true },
        "View the service's SAML metadata",
        "The values to enter at the provider, as a metadata document."
      )
    ),
    HttpApiEndpoint.post("acs", "/:orgId/acs", {
      params,
      success: HttpApiSchema.Empty(303),
      error: [SsoFormInvalid, SsoNotConfigured]
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Receive the identity provider's response",
          description:
            "Sets the session cookie and redirects to where the sign-in started. A refused response redirects to " +
            "`/login?error=sso_…`.",
          // The form is not decoded like bodies: errors are shown to a person, not to a program.
          transform: (operation) => ({ ...operation, requestBody: form })
        })
      )
      .annotate(Requires, { open: true, crossSite: true, callback: true })
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/auth/saml")
  .annotateMerge(group("Single sign-on", "Sign-in through an identity provider (SAML 2.0)")) {}
