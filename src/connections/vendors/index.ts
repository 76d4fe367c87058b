import { Effect, Layer } from "effect"
import { AppConfig } from "#platform/config/config"
import { VendorAddresses } from "./addresses.ts"
import { VendorClient } from "./calls.ts"
import { Connectors } from "./connectors.ts"
import { GoogleClient } from "./google-workspace/token.ts"
import { Provers } from "./provers.ts"

export const services = Layer.mergeAll(VendorClient.layerNoDeps, Provers.layerNoDeps).pipe(
  Layer.provideMerge(Connectors.layerNoDeps),
  Layer.provide(
    Layer.effect(
      GoogleClient,
      Effect.map(AppConfig, ({ google }) => google)
    )
  ),
  Layer.provideMerge(VendorAddresses.layer)
)
