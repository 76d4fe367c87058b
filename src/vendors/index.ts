import { Layer } from "effect"
import { VendorAddresses } from "./addresses.ts"
import { VendorClient } from "./calls.ts"
import { Connectors } from "./connectors.ts"

export const services = Layer.mergeAll(VendorClient.layerNoDeps, Connectors.layerNoDeps).pipe(
  Layer.provideMerge(VendorAddresses.layer)
)
