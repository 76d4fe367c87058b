import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { Unauthenticated } from "../kernel/errors.ts"
import { ApiKeyId } from "../kernel/ids.ts"
import { says } from "../kernel/says.ts"
import { ApiKeyExpiryPast, ApiKeyLimitReached, ApiKeyNotFound } from "./errors.ts"
import { ApiKey, CreateApiKey, CreatedApiKey, RevokedApiKey, RotateApiKey, RotatedApiKey } from "./schema.ts"

const params = { keyId: described(ApiKeyId, "The key") }

/** Keys of the public API: by session, for the role superadmin only (keys-8). */
export class ApiKeysApi extends HttpApiGroup.make("api-keys")
  .add(
    HttpApiEndpoint.get("list", "/", { success: Schema.Array(ApiKey) })
      .annotateMerge(
        says("List API keys", "Most recently created first, with their usage; key values are never returned.")
      )
      .annotate(Requires, {
        role: "superadmin",
        feature: "publicApi"
      }),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateApiKey,
      success: CreatedApiKey.pipe(HttpApiSchema.status(201)),
      error: [ApiKeyExpiryPast, ApiKeyLimitReached, Unauthenticated]
    })
      .annotateMerge(
        says(
          "Create an API key",
          "The key is shown in this answer and never again. An organisation has at most 20 active keys."
        )
      )
      .annotate(Requires, { role: "superadmin", feature: "publicApi", stepUp: "last" }),
    HttpApiEndpoint.post("rotate", "/:keyId/rotate", {
      params,
      payload: [RotateApiKey, HttpApiSchema.NoContent],
      success: RotatedApiKey,
      error: ApiKeyNotFound
    })
      .annotateMerge(
        says(
          "Rotate an API key",
          "Replaces the secret; id, name, scopes, expiry and history stay. The old secret works for the grace " +
            "period. Rotating again within it replaces the previous secret, so at most two work at once."
        )
      )
      .annotate(Requires, { role: "superadmin", feature: "publicApi", stepUp: "last" }),
    HttpApiEndpoint.delete("revoke", "/:keyId", {
      params,
      success: RevokedApiKey,
      error: ApiKeyNotFound
    })
      .annotateMerge(
        says("Revoke an API key", "Ends the key and any secret in its grace period at once. Irreversible.")
      )
      .annotate(Requires, { role: "superadmin", feature: "publicApi" })
  )
  .pipe(behindSession)
  .prefix("/api/keys")
  .annotateMerge(OpenApi.annotations({ title: "API keys", description: "Keys of the public API" })) {}
