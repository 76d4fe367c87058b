import { Context, Effect, Layer, Option } from "effect"
import { VendorAddresses } from "./addresses.ts"
import { byProtocol } from "./cards.ts"
import { Connectors } from "./connectors.ts"
import type { Prover } from "./prover.ts"

/** Who proves a credential: what revokes, and services that are connected for something else. */
export class Provers extends Context.Service<Provers, { readonly find: (protocol: string) => Option.Option<Prover> }>()(
  "svc/vendors/Provers"
) {
  static readonly layerNoDeps = Layer.effect(
    Provers,
    Effect.gen(function* () {
      const addresses = yield* VendorAddresses
      const connectors = yield* Connectors
      const known = new Map(
        [...byProtocol].flatMap(([protocol, { service }]) =>
          service._tag === "Provable"
            ? [[protocol, { ...service.prover(addresses), vendors: service.vendors }] as const]
            : []
        )
      )
      return Provers.of({
        find: (protocol) =>
          Option.orElse(Option.fromUndefinedOr(known.get(protocol)), (): Option.Option<Prover> =>
            connectors.find(protocol)
          )
      })
    })
  )
}
