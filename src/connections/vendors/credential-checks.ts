import { Context, Option } from "effect"
import { layerOf } from "#platform/services/layer-of"
import { VendorAddresses } from "./protocol/addresses.ts"
import { byProtocol } from "./cards.ts"
import { VendorRegistry } from "./vendor-registry.ts"
import type { CredentialCheck } from "./protocol/credential-check.ts"

/** Who proves a credential: what revokes, and services that are connected for something else. */
export class CredentialChecks extends Context.Service<
  CredentialChecks,
  { readonly find: (protocol: string) => Option.Option<CredentialCheck> }
>()("svc/vendors/CredentialChecks") {
  static readonly layerNoDeps = layerOf(CredentialChecks, function* () {
    const addresses = yield* VendorAddresses
    const connectors = yield* VendorRegistry
    const known = new Map(
      [...byProtocol].flatMap(([protocol, { service }]) =>
        service._tag === "Provable"
          ? [[protocol, { ...service.credentialCheck(addresses), vendors: service.vendors }] as const]
          : []
      )
    )
    return CredentialChecks.of({
      find: (protocol) =>
        Option.orElse(Option.fromUndefinedOr(known.get(protocol)), (): Option.Option<CredentialCheck> =>
          connectors.find(protocol)
        )
    })
  })
}
