import type { ESignatureProvider } from "@svc/contract/esignature/schema"
import { IntegrationId } from "@svc/contract/kernel/ids"
import { Context, Option, Schema } from "effect"
import { AppConfig } from "#platform/config/config"
import { constantTimeEquals } from "#platform/crypto/constant-time"
import { Secrets } from "#platform/keys/secrets"
import { layerOf } from "#platform/services/layer-of"
import { callbackPurpose, callbackSubject, operatorAccount } from "./rules.ts"

const isConnection = Schema.is(IntegrationId)

/**
 * Callback URLs, one per connection: unguessable, and nothing of them is stored. They stay valid while their master key
 * is configured.
 */
export class CallbackAddresses extends Context.Service<
  CallbackAddresses,
  {
    url(provider: ESignatureProvider, connection: string): string
    /** The connection that an address names, or the operator's account; none for one that is not ours. */
    connectionOf(provider: ESignatureProvider, token: string): Option.Option<string>
  }
>()("svc/esignature/CallbackAddresses") {
  static readonly layerNoDeps = layerOf(CallbackAddresses, function* () {
    const secrets = yield* Secrets
    const { baseUrl } = yield* AppConfig
    return CallbackAddresses.of({
      url: (provider, connection) =>
        `${baseUrl}/api/esignature/callback/${provider}/${connection}.${secrets.hmac(callbackPurpose, callbackSubject(provider, connection))}`,
      connectionOf: (provider, token) => {
        const [connection = "", mac = ""] = token.split(".", 2)
        if (connection !== operatorAccount && !isConnection(connection)) return Option.none()
        const genuine = secrets
          .hmacs(callbackPurpose, callbackSubject(provider, connection))
          .some((due) => constantTimeEquals(mac, due))
        return genuine ? Option.some(connection) : Option.none()
      }
    })
  })
}
