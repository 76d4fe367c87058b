import { appStandIns } from "@svc/lab/every-vendor"
import { github } from "@svc/lab/github"
import { google } from "@svc/lab/google"
import { okta } from "@svc/lab/okta"
import { slack } from "@svc/lab/slack"
import { Context, Effect, Layer, Option, Struct } from "effect"
import { AppConfig } from "#platform/config/config"
import { registeredWith } from "#test/support/identity-vendors"
import { TestConfig, testAppWith } from "#test/support/TestApp"
import { eSignature } from "./e-signature-vendor.ts"
import { allRunning, running } from "#test/support/vendor-work"

/** Every vendor that is connected here, on loopback. */
export class VendorLab extends Context.Service<VendorLab>()("test/connections/integrations/VendorLab", {
  make: Effect.gen(function* () {
    return {
      ...(yield* allRunning(Struct.omit(appStandIns, ["okta", "slack", "github", "google-workspace"]))),
      okta: yield* running(okta),
      slack: yield* running(slack),
      github: yield* running(github),
      "google-workspace": yield* running(google),
      eSignature: yield* running(eSignature)
    }
  })
}) {
  static readonly layer = Layer.effect(VendorLab, VendorLab.make)
}

const config = Layer.effect(
  AppConfig,
  Effect.gen(function* () {
    const lab = yield* VendorLab
    const config = registeredWith(yield* AppConfig, Struct.omit(lab, ["okta"]))
    const signing = Option.some(lab.eSignature.url)
    return AppConfig.of({
      ...config,
      vendorUrls: { ...config.vendorUrls, docusign: signing, adobeSign: signing, dropboxSign: signing }
    })
  })
).pipe(Layer.provide(TestConfig))

const withoutClients = Layer.effect(
  AppConfig,
  Effect.map(AppConfig, (base) => AppConfig.of({ ...base, github: Option.none(), google: Option.none() }))
).pipe(Layer.provide(config))

/** The same of an operator who registered this service nowhere. */
export const UnregisteredApp = testAppWith(withoutClients.pipe(Layer.provide(VendorLab.layer))).pipe(
  Layer.provideMerge(VendorLab.layer)
)

/** The service with the stand-ins at their vendors' addresses; this service is registered with GitHub and Google. */
export const LabApp = testAppWith(config.pipe(Layer.provide(VendorLab.layer))).pipe(Layer.provideMerge(VendorLab.layer))
