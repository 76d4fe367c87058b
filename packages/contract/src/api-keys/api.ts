import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Access, Decoding, Requires, SessionAuth } from "../kernel/access.ts"
import { ApiKeyId } from "../kernel/ids.ts"
import { ApiKeyExpiryPast, ApiKeyLimitReached, ApiKeyNotFound } from "./errors.ts"
import { ApiKey, CreateApiKey, CreatedApiKey, RevokedApiKey, RotateApiKey, RotatedApiKey } from "./schema.ts"

/** D1, "API key management": by session, for the role superadmin only. */
export class ApiKeysApi extends HttpApiGroup.make("api-keys")
  .add(
    HttpApiEndpoint.get("list", "/", { success: Schema.Array(ApiKey) }).annotate(Requires, {
      role: "superadmin",
      feature: "publicApi"
    }),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateApiKey,
      success: CreatedApiKey.pipe(HttpApiSchema.status(201)),
      error: [ApiKeyExpiryPast, ApiKeyLimitReached]
    }).annotate(Requires, { role: "superadmin", feature: "publicApi", stepUp: "last" }),
    HttpApiEndpoint.post("rotate", "/:keyId/rotate", {
      params: { keyId: ApiKeyId },
      payload: [RotateApiKey, HttpApiSchema.NoContent],
      success: RotatedApiKey,
      error: ApiKeyNotFound
    }).annotate(Requires, { role: "superadmin", feature: "publicApi", stepUp: "last" }),
    HttpApiEndpoint.delete("revoke", "/:keyId", {
      params: { keyId: ApiKeyId },
      success: RevokedApiKey,
      error: ApiKeyNotFound
    }).annotate(Requires, { role: "superadmin", feature: "publicApi" })
  )
  .middleware(Access)
  .middleware(SessionAuth)
  .middleware(Decoding)
  .prefix("/api/keys")
  .annotateMerge(OpenApi.annotations({ title: "API keys", description: "Keys of the public API" })) {}
