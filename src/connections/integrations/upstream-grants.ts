import { OAuthService } from "@svc/contract/integrations/connect-bodies"
import { Context, Effect, Option } from "effect"
import { VendorAddresses } from "#connections/vendors/protocol/addresses"
import { VendorClient } from "#connections/vendors/protocol/calls"
import type { Connection } from "#connections/vendors/protocol/connection"
import { cards } from "#connections/vendors/cards"
import type { OAuthClient, OAuthVendor } from "#connections/vendors/protocol/oauth"
import { layerOf } from "#platform/services/layer-of"
import { oauthClients } from "./oauth-clients.ts"

type Keys = Pick<Connection, "secrets" | "settings">

/** The client that a manually saved record names with its token. */
const ownClient = ({ secrets, settings }: Keys): Option.Option<OAuthClient> => {
  const { client_id: clientId } = settings
  const clientSecret = secrets.get("client_secret")
  return typeof clientId === "string" && clientSecret !== undefined
    ? Option.some({ clientId, clientSecret })
    : Option.none()
}

/**
 * Tokens of services that are notified when they are no longer needed: source control and the workspace suite
 * (integrations-7).
 */
export class UpstreamGrants extends Context.Service<
  UpstreamGrants,
  {
    readonly concern: (protocol: string) => boolean
    /** As well as it goes, within 10 seconds: what the vendor makes of it changes nothing here. */
    end(protocol: string, connection: Keys): Effect.Effect<void>
  }
>()("svc/integrations/UpstreamGrants") {
  static readonly layerNoDeps = layerOf(UpstreamGrants, function* () {
    const addresses = yield* VendorAddresses
    const client = yield* VendorClient
    const clients = yield* oauthClients
    const vendors = new Map<string, OAuthVendor>(
      OAuthService.literals
        .filter((service) => cards[service].endsGrant)
        .map((service) => [service, cards[service].oauth(addresses)])
    )

    const end = Effect.fn("UpstreamGrants.end")(function* (protocol: string, connection: Keys) {
      const vendor = vendors.get(protocol)
      if (vendor === undefined) return
      const calls = yield* client.callsFor(vendor)
      const registered = Option.orElse(ownClient(connection), () => clients(protocol))
      const revocation = vendor.revoke(calls, registered, connection.secrets)
      if (Option.isNone(revocation)) return
      const answer = yield* Effect.timeoutOption(Effect.option(revocation.value), "10 seconds")
      const status = Option.map(Option.flatten(answer), (it) => it.status)
      if (Option.isNone(status) || status.value >= 300) {
        yield* Effect.logWarning("token of a disconnected integration not revoked", {
          service: protocol,
          status: Option.getOrUndefined(status)
        })
      }
    })

    return UpstreamGrants.of({ concern: (protocol) => vendors.has(protocol), end })
  })
}
