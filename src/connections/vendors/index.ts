import { Effect, Layer } from "effect"
import { AppConfig } from "#platform/config/config"
import { VendorAddresses } from "./protocol/addresses.ts"
import { VendorClient } from "./protocol/calls.ts"
import { VendorRegistry } from "./vendor-registry.ts"
import { GoogleClient } from "./google-workspace/token.ts"
import { CredentialChecks } from "./credential-checks.ts"

export const services = Layer.mergeAll(VendorClient.layerNoDeps, CredentialChecks.layerNoDeps).pipe(
  Layer.provideMerge(VendorRegistry.layerNoDeps),
  Layer.provide(
    Layer.effect(
      GoogleClient,
      Effect.map(AppConfig, ({ google }) => google)
    )
  ),
  Layer.provideMerge(VendorAddresses.layer)
)
