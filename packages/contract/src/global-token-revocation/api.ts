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

/** From whom the organisation takes such a word. */
export class GlobalTokenRevocationSettingsApi extends HttpApiGroup.make("global-token-revocation-settings")
  .add(
    HttpApiEndpoint.get("show", "/", { success: GlobalTokenRevocationSettings }).annotateMerge(
      route(
        { permission: "settings_manage" },
        "View global token revocation",
        "What is set up, and the address that the identity provider is to be given."
      )
    ),
    HttpApiEndpoint.put("configure", "/", {
      payload: ConfigureGlobalTokenRevocation,
      success: GlobalTokenRevocationSettings,
      error: [GlobalTokenRevocationInvalid, PermissionDenied]
    }).annotateMerge(
      route(
        { permission: "settings_manage", feature: "identityProviders", stepUp: "last" },
        "Set up global token revocation",
        "Replaces what was set up. The key set is read first; nothing is saved when it holds no key that signs. Only " +
          "Super Admins set it up or change it, as whoever holds the keys can sign out every member."
      )
    ),
    HttpApiEndpoint.delete("remove", "/", {
      success: RemovedGlobalTokenRevocation,
      error: GlobalTokenRevocationOff
    }).annotateMerge(
      route(
        { permission: "settings_manage", stepUp: "last" },
        "Switch off global token revocation",
        "The identity provider's word ends nothing here any more."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/organizations/me/sso/global-token-revocation")
  .annotateMerge(
    group(
      "Global token revocation settings",
      "From whom an organisation takes the word that a member is to be signed out"
    )
  ) {}

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
              "A subject identifier (RFC 9493): `email` with `email`; `iss_sub` with `iss`, the provider's issuer, and " +
              "`sub`, an address, an id of this service's or the provider's own of SCIM (`externalId`); `opaque` with " +
              "`id`, the member's id here or that of SCIM. `subject` is taken for `sub_id`, as earlier drafts named it",
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

/** What an organisation's identity provider says to this service (draft-parecki-oauth-global-token-revocation). */
export class GlobalTokenRevocationApi extends HttpApiGroup.make("global-token-revocation")
  .add(
    HttpApiEndpoint.post("revoke", "/:orgId", {
      params: { orgId: described(OrgId, "The organisation whose member is to be signed out") },
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
            "Global Token Revocation, as Okta's Universal Logout calls it. The caller is the organisation's identity " +
            "provider: `Authorization: Bearer` with a JWT that it signed (`iss`, `sub`, `aud` this address, `jti`, `iat`, " +
            "`exp`), each taken once. 204: every session of the member in this organisation has ended, with sign-ins under " +
            "way and, where the organisation chose so, the API keys that they created.",
          // The body is read after the caller is known, so it is not decoded as bodies are.
          transform: (operation) => ({ ...operation, requestBody: request })
        })
      )
      .annotate(Requires, { open: true })
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/global-token-revocation")
  .annotateMerge(group("Global token revocation", "An identity provider signs a member out (Universal Logout)")) {}
