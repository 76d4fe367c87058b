import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { Unauthenticated } from "../kernel/errors.ts"
import { ApiKeyId } from "../kernel/ids.ts"
import { ApiKeyExpiryPast, ApiKeyLimitReached, ApiKeyNotFound } from "./errors.ts"
import { ApiKey, CreateApiKey, CreatedApiKey, RevokedApiKey, RotateApiKey, RotatedApiKey } from "./schema.ts"

const params = { keyId: described(ApiKeyId, "The key") }

/** Keys of the public API: by session, for the role superadmin only (keys-8). */
export class ApiKeysApi extends HttpApiGroup.make("api-keys")
  .add(
    HttpApiEndpoint.get("list", "/", { success: Schema.Array(ApiKey) })
      .annotateMerge(
        OpenApi.annotations({
          summary: "List API keys",
          description: "Most recently created first, with their usage; key values are never returned."
        })
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
        OpenApi.annotations({
          summary: "Create an API key",
          description: "The key is shown in this answer and never again. An organisation has at most 20 active keys."
        })
      )
      .annotate(Requires, { role: "superadmin", feature: "publicApi", stepUp: "last" }),
    HttpApiEndpoint.post("rotate", "/:keyId/rotate", {
      params,
      payload: [RotateApiKey, HttpApiSchema.NoContent],
      success: RotatedApiKey,
      error: ApiKeyNotFound
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Rotate an API key",
          description:
            "Replaces the secret; id, name, scopes, expiry and history stay. The old secret works for the grace " +
            "period. Rotating again within it replaces the previous secret, so at most two work at once."
        })
      )
      .annotate(Requires, { role: "superadmin", feature: "publicApi", stepUp: "last" }),
    HttpApiEndpoint.delete("revoke", "/:keyId", {
      params,
      success: RevokedApiKey,
      error: ApiKeyNotFound
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Revoke an API key",
          description: "Ends the key and any secret in its grace period at once. Irreversible."
        })
      )
      .annotate(Requires, { role: "superadmin", feature: "publicApi" })
  )
  .pipe(behindSession)
  .prefix("/api/keys")
  .annotateMerge(OpenApi.annotations({ title: "API keys", description: "Keys of the public API" })) {}
