import { Effect, Option } from "effect"
import { AppConfig } from "#platform/config/config"
import type { OAuthClient } from "#connections/vendors/oauth"

/** This service as a vendor's authorization server knows it; none where the operator registered none. */
export const oauthClients = Effect.map(
  AppConfig,
  ({ github, google }) =>
    (protocol: string): Option.Option<OAuthClient> =>
      protocol === "github" ? github : protocol.startsWith("google-") ? google : Option.none()
)
