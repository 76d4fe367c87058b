import { Context, Effect, Layer, Option } from "effect"
import { VendorAddresses } from "./addresses.ts"
import type { Revoker, Vendor } from "./connector.ts"
import { entra } from "./azure-ad/connector.ts"
import { github } from "./github/connector.ts"
import { jumpcloud } from "./jumpcloud/connector.ts"
import { onelogin } from "./onelogin/connector.ts"
import { ping } from "./ping/connector.ts"
import { GoogleClient } from "./google-workspace/token.ts"
import { googleWorkspace } from "./google-workspace/connector.ts"
import { okta } from "./okta/connector.ts"
import { genericScim } from "./scim/connector.ts"
import { slack } from "./slack/connector.ts"
import { genericWebhook } from "./webhook/connector.ts"

const revoker = <Account>({ connector, ...vendor }: Vendor<Account>): Revoker => ({
  ...vendor,
  plan: connector.plan,
  revoke: Effect.fn("Revoker.revoke")(function* (calls, service, leaver, attempt) {
    const finding = yield* connector.find(calls, service, leaver)
    return finding._tag === "Result"
      ? finding.result
      : yield* connector.act(calls, service, finding.account, { ...attempt, leaver })
  }),
  recheck: Effect.fn("Revoker.recheck")(function* (calls, service, leaver) {
    const finding = yield* connector.find(calls, service, leaver)
    if (finding._tag === "Account") return yield* connector.standing(calls, service, finding.account)
    // Whoever was refused, or found several, does not know whether there is an account.
    return finding.result.outcome === "skipped" ? "absent" : "unknown"
  })
})

/** Which vendor stands behind a protocol; none for one that this release does not know or that cannot revoke. */
export class Connectors extends Context.Service<
  Connectors,
  { readonly find: (protocol: string) => Option.Option<Revoker> }
>()("svc/vendors/Connectors") {
  static readonly layerNoDeps = Layer.effect(
    Connectors,
    Effect.gen(function* () {
      const addresses = yield* VendorAddresses
      const known = new Map<string, Revoker>([
        ["scim", revoker(genericScim(addresses))],
        ["webhook", revoker(genericWebhook(addresses))],
        ["okta", revoker(okta(addresses))],
        ["azure-ad", revoker(entra(addresses))],
        ["github", revoker(github(addresses))],
        ["jumpcloud", revoker(jumpcloud(addresses))],
        ["onelogin", revoker(onelogin(addresses))],
        ["ping", revoker(ping(addresses))],
        ["google-workspace", revoker(googleWorkspace(yield* GoogleClient)(addresses))],
        ["slack", revoker(slack(addresses))]
      ])
      return Connectors.of({ find: (protocol) => Option.fromUndefinedOr(known.get(protocol)) })
    })
  )
}
