import { Context, Option } from "effect"
import { layerOf } from "#platform/services/layer-of"
import { revocable } from "./cards.ts"
import type { Revoker } from "./protocol/revoker.ts"

/** The vendor behind a protocol; none if this release does not know it, or it cannot revoke. */
export class VendorRegistry extends Context.Service<
  VendorRegistry,
  { readonly find: (protocol: string) => Option.Option<Revoker> }
>()("svc/vendors/VendorRegistry") {
  static readonly layerNoDeps = layerOf(VendorRegistry, function* () {
    const known = new Map<string, Revoker>()
    for (const [protocol, { revoker, vendors }] of revocable) known.set(protocol, { ...(yield* revoker), vendors })
    return VendorRegistry.of({ find: (protocol) => Option.fromUndefinedOr(known.get(protocol)) })
  })
}
