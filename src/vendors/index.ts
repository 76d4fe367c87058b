import { Layer } from "effect"
import { VendorAddresses } from "./addresses.ts"
import { VendorClient } from "./calls.ts"
import { Connectors } from "./connectors.ts"
import { Provers } from "./provers.ts"

export const services = Layer.mergeAll(VendorClient.layerNoDeps, Provers.layerNoDeps).pipe(
  Layer.provideMerge(Connectors.layerNoDeps),
  Layer.provideMerge(VendorAddresses.layer)
)
