import type { CredentialRefused, VendorUnanswering } from "@svc/contract/integrations/errors"
import { CalendlyConnectRefused } from "@svc/contract/exit-interviews/errors"
import type { ConnectCalendly } from "@svc/contract/exit-interviews/schema"
import type { Integration } from "@svc/contract/integrations/schema"
import type { Caller } from "@svc/contract/kernel/access"
import { Context, Effect, Option, Redacted } from "effect"
import { auditText } from "#audit/record/text"
import { Integrations } from "#connections/integrations/service"
import { AppConfig } from "#platform/config/config"
import { Randomness } from "#platform/crypto/random"
import { VendorAddresses } from "#connections/vendors/protocol/addresses"
import type { Connection } from "#connections/vendors/protocol/connection"
import { credentialRefused, unanswering } from "#connections/vendors/protocol/credential-answers"
import { layerOf } from "#platform/services/layer-of"
import { type CalendlyRefused, subscribe, unsubscribe, userOf } from "./calendly.ts"
import { serviceName, signingKeyName, tokenName } from "./rules.ts"

const textOf = (connection: Connection, name: string) => {
  const value = connection.settings[name]
  return typeof value === "string" ? value : undefined
}

const unprovenBy = ({ message, reason }: CalendlyRefused) =>
  reason === "credential" || reason === "forbidden"
    ? credentialRefused("Calendly did not accept the token. Create a new personal access token and try again")
    : unanswering(`${message}. Try again`)

/** Connects the organization's Calendly (interviews-1). */
export class CalendlyConnecting extends Context.Service<
  CalendlyConnecting,
  {
    /**
     * Saves only a token that Calendly accepts, with its user and organization. Subscribes to callbacks if Calendly
     * allows it; the setting `webhook` has the outcome.
     */
    connect(
      body: ConnectCalendly
    ): Effect.Effect<Integration, CalendlyConnectRefused | CredentialRefused | VendorUnanswering, Caller>
  }
>()("svc/exit-interviews/CalendlyConnecting") {
  static readonly layerNoDeps = layerOf(CalendlyConnecting, function* () {
    const integrations = yield* Integrations
    const addresses = yield* VendorAddresses
    const randomness = yield* Randomness
    const { baseUrl } = yield* AppConfig
    const refuse = (error: string) => new CalendlyConnectRefused({ error })

    const connect = Effect.fn("CalendlyConnecting.connect")(function* (body: ConnectCalendly) {
      const given = body.token ?? body.access_token ?? body.api_key
      if (given === undefined) return yield* refuse("token: send a personal access token of Calendly")
      const account = { baseUrl: addresses.of("calendly"), token: Redacted.make(given) }
      const [record] = yield* integrations.connectService({
        serviceName,
        protocol: serviceName,
        details: auditText`Exit interviews by Calendly`,
        calls: { vendors: ["calendly"] },
        prove: (calls) => Effect.mapError(userOf(calls, account), unprovenBy),
        keep: ({ organization, user }, { calls, former }) =>
          Effect.gen(function* () {
            // Of the same account, callbacks keep their address and their key.
            const same = Option.filter(yield* former, (one) => textOf(one, "organization") === organization)
            const kept = (name: string) => Option.flatMap(same, (one) => Option.fromUndefinedOr(textOf(one, name)))
            const webhookId = Option.getOrUndefined(kept("webhook_id")) ?? (yield* randomness.uuid)
            const formerKey = Option.flatMap(same, ({ secrets }) => Option.fromUndefinedOr(secrets.get(signingKeyName)))
            const givenKey = Option.map(Option.fromUndefinedOr(body.webhook_signing_key), (key) => Redacted.make(key))
            const made = Redacted.make(yield* randomness.token(32))
            const signingKey = Option.getOrElse(givenKey, () => Option.getOrElse(formerKey, () => made))
            const before = kept("webhook_subscription")
            if (Option.isSome(before)) yield* unsubscribe(calls, account, before.value)
            const url = `${baseUrl}/api/integrations/calendly/webhook?connection=${webhookId}`
            const subscribed =
              organization === undefined
                ? { webhook: "not subscribed: Calendly did not return the token's organization" }
                : yield* subscribe(calls, account, { url, user, organization, signingKey }).pipe(
                    Effect.map((uri) => ({ webhook: "subscribed", webhook_subscription: uri })),
                    Effect.catch(({ message }) => Effect.succeed({ webhook: `not subscribed: ${message}` }))
                  )
            return {
              settings: {
                user,
                ...(organization === undefined ? {} : { organization }),
                ...(body.event_type === undefined ? {} : { event_type: body.event_type }),
                webhook_id: webhookId,
                ...subscribed
              },
              secrets: new Map([
                [tokenName, account.token],
                [signingKeyName, signingKey]
              ])
            }
          })
      })
      return record
    })

    return CalendlyConnecting.of({ connect })
  })
}
