import { Context, Effect, Layer, Option } from "effect"
import { revocable } from "./cards.ts"
import type { Revoker } from "./connector.ts"

/** Which vendor stands behind a protocol; none for one that this release does not know or that cannot revoke. */
export class Connectors extends Context.Service<
  Connectors,
  { readonly find: (protocol: string) => Option.Option<Revoker> }
>()("svc/vendors/Connectors") {
  static readonly layerNoDeps = Layer.effect(
    Connectors,
    Effect.gen(function* () {
      const known = new Map<string, Revoker>()
      for (const [protocol, { revoker, vendors }] of revocable) known.set(protocol, { ...(yield* revoker), vendors })
      return Connectors.of({ find: (protocol) => Option.fromUndefinedOr(known.get(protocol)) })
    })
  )
}
