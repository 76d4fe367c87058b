import { Context, Effect, Layer, Option, type Redacted } from "effect"
import { VendorAddresses } from "#vendors/addresses"
import { VendorClient } from "#vendors/calls"
import { githubOAuth, googleWorkspaceOAuth } from "#vendors/oauth"
import { oauthClients } from "./oauth-clients.ts"

/** Tokens of services that are told when they are no longer needed: source control and the workspace suite (D2). */
export class UpstreamGrants extends Context.Service<
  UpstreamGrants,
  {
    readonly concern: (protocol: string) => boolean
    /** As well as it goes, within 10 seconds: what the vendor makes of it changes nothing here. */
    end(protocol: string, secrets: ReadonlyMap<string, Redacted.Redacted>): Effect.Effect<void>
  }
>()("svc/integrations/UpstreamGrants") {
  static readonly layerNoDeps = Layer.effect(
    UpstreamGrants,
    Effect.gen(function* () {
      const addresses = yield* VendorAddresses
      const client = yield* VendorClient
      const clients = yield* oauthClients
      const vendors = new Map([
        ["github", githubOAuth(addresses)],
        ["google-workspace", googleWorkspaceOAuth(addresses)]
      ])

      const end = Effect.fn("UpstreamGrants.end")(function* (
        protocol: string,
        secrets: ReadonlyMap<string, Redacted.Redacted>
      ) {
        const vendor = vendors.get(protocol)
        const registered = clients(protocol)
        if (vendor === undefined || Option.isNone(registered)) return
        const calls = yield* client.callsFor(vendor)
        const revocation = vendor.revoke(calls, registered.value, secrets)
        if (Option.isNone(revocation)) return
        const answer = yield* Effect.timeoutOption(Effect.option(revocation.value), "10 seconds")
        const status = Option.map(Option.flatten(answer), (it) => it.status)
        if (Option.isNone(status) || status.value >= 300) {
          const why = Option.match(status, { onNone: () => "gave no answer", onSome: (it) => `answered ${it}` })
          yield* Effect.logWarning(`The token of a disconnected integration was not revoked: ${protocol} ${why}`)
        }
      })

      return UpstreamGrants.of({ concern: (protocol) => vendors.has(protocol), end })
    })
  )
}
