import { OAuthService } from "@svc/contract/integrations/connect-bodies"
import { Effect, Option, Schema } from "effect"
import { AppConfig } from "#platform/config/config"
import { cards } from "#connections/vendors/cards"
import type { OAuthClient } from "#connections/vendors/protocol/oauth"

const isOAuth = Schema.is(OAuthService)

/** This service as a vendor's authorization server knows it; none where the operator registered none. */
export const oauthClients = Effect.map(
  AppConfig,
  (config) =>
    (protocol: string): Option.Option<OAuthClient> =>
      isOAuth(protocol) ? config[cards[protocol].client] : Option.none()
)
