import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Decoding, OpenAccess, Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { PermissionDenied } from "../kernel/errors.ts"
import { OrgId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import {
  GlobalTokenRevocationInvalid,
  GlobalTokenRevocationOff,
  RevocationCallerRefused,
  RevocationCallerUnproven,
  RevocationKeysUnreadable,
  RevocationRequestInvalid,
  RevocationSubjectUnknown
} from "./errors.ts"
import {
  ConfigureGlobalTokenRevocation,
  GlobalTokenRevocationSettings,
  RemovedGlobalTokenRevocation
} from "./schema.ts"

/** The organization's trusted issuer. */
export class GlobalTokenRevocationSettingsApi extends HttpApiGroup.make("global-token-revocation-settings")
  .add(
    HttpApiEndpoint.get("show", "/", { success: GlobalTokenRevocationSettings }).annotateMerge(
      route(
        { permission: "settings_manage" },
        "View universal logout settings",
        "The current settings, and the URL to enter at the identity provider."
      )
    ),
    HttpApiEndpoint.put("configure", "/", {
      payload: ConfigureGlobalTokenRevocation,
      success: GlobalTokenRevocationSettings,
      error: [GlobalTokenRevocationInvalid, PermissionDenied]
    }).annotateMerge(
      route(
        { permission: "settings_manage", feature: "identityProviders", stepUp: "last" },
        "Set up universal logout",
        "Replaces the current settings. The key set is read first; nothing is saved if it contains no signing " +
          "key. Only Super Admins can set it up or change it, because the owner of the keys can sign out every " +
          "member."
      )
    ),
    HttpApiEndpoint.delete("remove", "/", {
      success: RemovedGlobalTokenRevocation,
      error: GlobalTokenRevocationOff
    }).annotateMerge(
      route(
        { permission: "settings_manage", stepUp: "last" },
        "Turn off universal logout",
        "The identity provider can no longer end sessions here."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/organizations/me/sso/global-token-revocation")
  .annotateMerge(group("Universal logout settings", "The identity provider that can sign members out")) {}

const request = {
  required: true,
  content: {
    "application/json": {
      schema: {
        type: "object",
        required: ["sub_id"],
        properties: {
          sub_id: {
            type: "object",
            description:
              "A subject identifier (RFC 9493): `email` with `email`; `iss_sub` with `iss`, the provider's " +
              "issuer, and `sub`, an email address, an id of this service or the provider's own SCIM id " +
              "(`externalId`); `opaque` with `id`, the member's id here or in SCIM. `subject` is accepted for " +
              "`sub_id`, as in earlier drafts",
            required: ["format"],
            properties: {
              format: { type: "string", enum: ["email", "iss_sub", "opaque"] },
              email: { type: "string", format: "email" },
              iss: { type: "string" },
              sub: { type: "string" },
              id: { type: "string" }
            }
          }
        }
      },
      example: { sub_id: { format: "email", email: "ann.lee@example.com" } }
    }
  }
}

/** Calls of an organization's identity provider (draft-parecki-oauth-global-token-revocation). */
export class GlobalTokenRevocationApi extends HttpApiGroup.make("global-token-revocation")
  .add(
    HttpApiEndpoint.post("revoke", "/:orgId", {
      params: { orgId: described(OrgId, "The organization of the member to sign out") },
      success: HttpApiSchema.NoContent,
      error: [
        RevocationRequestInvalid,
        RevocationCallerUnproven,
        RevocationCallerRefused,
        RevocationSubjectUnknown,
        RevocationKeysUnreadable
      ]
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Sign a member out everywhere",
          description:
            "Global Token Revocation, called Universal Logout by Okta. The caller is the organization's identity " +
            "provider: `Authorization: Bearer` with a JWT that it signed (`iss`, `sub`, `aud` this URL, `jti`, " +
            "`iat`, `exp`), accepted once. 204: every session of the member in this organization has ended, " +
            "including sign-ins in progress and, if the organization chose so, the API keys that they created.",
          // The body is read after the caller is known, so it is not decoded as bodies are.
          transform: (operation) => ({ ...operation, requestBody: request })
        })
      )
      .annotate(Requires, { open: true })
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/global-token-revocation")
  .annotateMerge(group("Universal logout", "An identity provider signs a member out (Global Token Revocation)")) {}
