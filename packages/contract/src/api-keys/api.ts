import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { Unauthenticated } from "../kernel/errors.ts"
import { ApiKeyId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import { ApiKeyExpiryPast, ApiKeyLimitReached, ApiKeyNotFound } from "./errors.ts"
import { ApiKey, CreateApiKey, CreatedApiKey, RevokedApiKey, RotateApiKey, RotatedApiKey } from "./schema.ts"

const params = { keyId: described(ApiKeyId, "The key") }

/** Keys of the public API: by session, for the role superadmin only (keys-8). */
export class ApiKeysApi extends HttpApiGroup.make("api-keys")
  .add(
    HttpApiEndpoint.get("list", "/", { success: Schema.Array(ApiKey) }).annotateMerge(
      route(
        {
          role: "superadmin",
          feature: "publicApi"
        },
        "List API keys",
        "Most recently created first, with usage. Key values are never returned."
      )
    ),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateApiKey,
      success: CreatedApiKey.pipe(HttpApiSchema.status(201)),
      error: [ApiKeyExpiryPast, ApiKeyLimitReached, Unauthenticated]
    }).annotateMerge(
      route(
        { role: "superadmin", feature: "publicApi", stepUp: "last" },
        "Create an API key",
        "The key is returned once, in this answer. An organization can have at most 20 active keys."
      )
    ),
    HttpApiEndpoint.post("rotate", "/:keyId/rotate", {
      params,
      payload: [RotateApiKey, HttpApiSchema.NoContent],
      success: RotatedApiKey,
      error: ApiKeyNotFound
    }).annotateMerge(
      route(
        { role: "superadmin", feature: "publicApi", stepUp: "last" },
        "Rotate an API key",
        "Replaces the secret; id, name, scopes, expiry and history stay. The old secret works for the grace " +
          "period. Rotating again within it replaces the previous secret, so at most two secrets work at the same " +
          "time."
      )
    ),
    HttpApiEndpoint.delete("revoke", "/:keyId", {
      params,
      success: RevokedApiKey,
      error: ApiKeyNotFound
    }).annotateMerge(
      route(
        { role: "superadmin", feature: "publicApi" },
        "Revoke an API key",
        "Ends the key and any secret in its grace period immediately. This cannot be undone."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/keys")
  .annotateMerge(group("API keys", "Keys of the public API")) {}
