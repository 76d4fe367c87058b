import { dropboxSign } from "@svc/lab/dropbox-sign"
import { calendly } from "@svc/lab/calendly"
import { teams, teamsWebhookPath } from "@svc/lab/teams"
import { twilio } from "@svc/lab/twilio"
import { startVendor } from "@svc/lab/vendor"
import { zendesk } from "@svc/lab/zendesk"
import { Effect, Layer, Option } from "effect"
import { AppConfig } from "#platform/config/config"
import { bodyOf } from "#test/organisation/sso/support"
import { send } from "#test/support/requests"
import { anIdentityProvider } from "#test/support/saml-idp"
import { TestConfig } from "#test/support/TestApp"
import { succeeded, type World } from "./prepare.ts"

export const desk = await startVendor(zendesk)
export const bookings = await startVendor(calendly)
export const texts = await startVendor(twilio)
export const signatures = await startVendor(dropboxSign)

const teamsChannel = await startVendor(teams)
/** Of a channel that takes every message. */
export const channel = `${teamsChannel.url}${teamsWebhookPath}`
/** The same by a name, for addresses of people are told from it in the audit log. */
export const channelByName = `http://localhost:${teamsChannel.port}${teamsWebhookPath}`

/** Where the operator's settings lead to stand-ins of vendors. */
export const ConfigWithVendors = Layer.effect(
  AppConfig,
  Effect.map(AppConfig, (config) =>
    AppConfig.of({
      ...config,
      vendorUrls: {
        ...config.vendorUrls,
        twilio: Option.some(texts.url),
        calendly: Option.some(bookings.url),
        dropboxSign: Option.some(signatures.url)
      }
    })
  )
).pipe(Layer.provide(TestConfig))

export const provider = await Effect.runPromise(anIdentityProvider())

/** From here on the organisation signs in by the provider. */
export const signOn = ({ bearer }: World) =>
  Effect.flatMap(send("PUT", "/api/organizations/me/sso", { bearer, body: bodyOf(provider) }), succeeded)
