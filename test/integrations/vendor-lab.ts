import { github } from "@svc/lab/github"
import { google } from "@svc/lab/google"
import { labClientId, labClientSecret } from "@svc/lab/oauth"
import { entra } from "@svc/lab/entra"
import { jumpcloud } from "@svc/lab/jumpcloud"
import { okta } from "@svc/lab/okta"
import { onelogin } from "@svc/lab/onelogin"
import { ping } from "@svc/lab/ping"
import { slack } from "@svc/lab/slack"
import { startVendor, type VendorDefinition } from "@svc/lab/vendor"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { AppConfig } from "#platform/config"
import { TestConfig, testAppWith } from "../support/TestApp.ts"
import { eSignature } from "./e-signature-vendor.ts"

const started = <State>(definition: VendorDefinition<State>) =>
  Effect.acquireRelease(
    Effect.promise(() => startVendor(definition)),
    (vendor) => Effect.promise(() => vendor.close())
  )

/** Every vendor that is connected here, on loopback. */
export class VendorLab extends Context.Service<VendorLab>()("test/integrations/VendorLab", {
  make: Effect.gen(function* () {
    return {
      okta: yield* started(okta),
      entra: yield* started(entra),
      jumpcloud: yield* started(jumpcloud),
      onelogin: yield* started(onelogin),
      ping: yield* started(ping),
      slack: yield* started(slack),
      github: yield* started(github),
      google: yield* started(google),
      eSignature: yield* started(eSignature)
    }
  })
}) {
  static readonly layer = Layer.effect(VendorLab, VendorLab.make)
}

const client = { clientId: labClientId, clientSecret: Redacted.make(labClientSecret) }

const config = Layer.effect(
  AppConfig,
  Effect.gen(function* () {
    const base = yield* AppConfig
    const lab = yield* VendorLab
    const at = ({ url }: { readonly url: string }) => Option.some(url)
    return AppConfig.of({
      ...base,
      github: Option.some(client),
      google: Option.some({ ...client, issuer: "http://127.0.0.1:9" }),
      vendorUrls: {
        ...base.vendorUrls,
        azureLogin: at(lab.entra),
        graph: at(lab.entra),
        jumpcloud: at(lab.jumpcloud),
        onelogin: at(lab.onelogin),
        pingAuth: at(lab.ping),
        ping: at(lab.ping),
        slack: at(lab.slack),
        slackScim: at(lab.slack),
        github: at(lab.github),
        githubLogin: Option.none(),
        google: at(lab.google),
        googleOauth: Option.none(),
        googleAccounts: Option.none(),
        googleApis: Option.none(),
        gmail: Option.none(),
        docusign: at(lab.eSignature),
        adobeSign: at(lab.eSignature),
        dropboxSign: at(lab.eSignature)
      }
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
