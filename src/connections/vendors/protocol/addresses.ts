import { Context, Effect, Layer, Option } from "effect"
import { AppConfig } from "#platform/config/config"
import { type VendorName, vendors, type VendorUrls } from "#platform/config/vendor-urls"

export type { VendorName } from "#platform/config/vendor-urls"

/** Where vendors are: their own addresses, or what the operator set in place of them (connectors-1). */
export class VendorAddresses extends Context.Service<
  VendorAddresses,
  {
    /** The operator's override, without a trailing slash. */
    override(vendor: VendorName): Option.Option<string>
    /** The override, else the vendor's own address; `otherwise` for a vendor whose host the tenant names. */
    of(vendor: VendorName, otherwise?: string): string
  }
>()("svc/vendors/VendorAddresses") {
  static readonly layerWith = (urls: Partial<Record<VendorName, string>>) =>
    Layer.succeed(
      VendorAddresses,
      make((vendor) => Option.fromUndefinedOr(urls[vendor]))
    )
  static readonly layer = Layer.effect(
    VendorAddresses,
    Effect.map(AppConfig, ({ vendorUrls }) => make((vendor) => vendorUrls[vendor]))
  )
}

const make = (given: (vendor: VendorName) => VendorUrls[VendorName]) => {
  const override = (vendor: VendorName): Option.Option<string> => {
    const known = vendors[vendor]
    return Option.orElse(given(vendor), () => ("within" in known ? given(known.within) : Option.none()))
  }
  return VendorAddresses.of({
    override,
    of: (vendor, otherwise) => Option.getOrElse(override(vendor), () => vendors[vendor].url ?? otherwise ?? "")
  })
}
