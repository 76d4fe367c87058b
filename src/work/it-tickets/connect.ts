import type { CredentialRefused, VendorUnanswering } from "@svc/contract/integrations/errors"
import { ItTicketsConnectRefused } from "@svc/contract/it-tickets/errors"
import type { ConnectedItTickets, ConnectItTickets } from "@svc/contract/it-tickets/schema"
import { Caller } from "@svc/contract/kernel/access"
import { Context, Effect, Option, Redacted, Result } from "effect"
import { auditText } from "#audit/record/text"
import { Integrations } from "#connections/integrations/service"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { Outbound } from "#platform/outbound/outbound"
import { Randomness } from "#platform/crypto/random"
import { VendorAddresses } from "#connections/vendors/protocol/addresses"
import type { Connection } from "#connections/vendors/protocol/connection"
import { credentialRefused, unanswering } from "#connections/vendors/protocol/credential-answers"
import { layerOf } from "#platform/services/layer-of"
import { TicketsRepo } from "./repo.ts"
import { serviceName } from "./rules.ts"
import { settingsOf } from "./settings.ts"
import type { DeskFailed } from "./ticket-system.ts"
import { ticketSystems } from "./ticket-systems.ts"

const secretName = "webhook_secret"

const unprovenBy = ({ kind, message }: DeskFailed) =>
  kind === "credential"
    ? credentialRefused("The ticket system did not accept the credential. Check the credential and its permissions")
    : unanswering(`${message}. Check the URL and try again`)

/** Connects the organization's ticket system (tickets-3). */
export class ItTicketsConnecting extends Context.Service<
  ItTicketsConnecting,
  {
    /** Only what a real request has proven is saved. The webhook secret is in the answer when it was made here. */
    connect(
      body: ConnectItTickets
    ): Effect.Effect<ConnectedItTickets, ItTicketsConnectRefused | CredentialRefused | VendorUnanswering, Caller>
  }
>()("svc/it-tickets/ItTicketsConnecting") {
  static readonly layerNoDeps = layerOf(ItTicketsConnecting, function* () {
    const db = yield* Db
    const repo = yield* TicketsRepo
    const integrations = yield* Integrations
    const addresses = yield* VendorAddresses
    const outbound = yield* Outbound
    const randomness = yield* Randomness
    const { baseUrl } = yield* AppConfig

    const refuse = (error: string) => new ItTicketsConnectRefused({ error })

    /** A ticket needs a requester: the connecting member by default. */
    const withRequester = Effect.fnUntraced(function* (settings: { readonly [key: string]: string }) {
      const { userId } = yield* Caller
      if (settings["requester_email"] !== "" || userId === null) return settings
      return { ...settings, requester_email: (yield* repo.emailOf(userId)) ?? "" }
    }, db.transact)

    const keptSecret = (before: Option.Option<Connection>, provider: string) =>
      Option.flatMap(before, ({ secrets, settings }) =>
        settings["provider"] === provider ? Option.fromUndefinedOr(secrets.get(secretName)) : Option.none()
      )

    const connect = Effect.fn("ItTicketsConnecting.connect")(function* (body: ConnectItTickets) {
      const system = ticketSystems[body.provider]
      const override = addresses.override(system.vendor)
      const { secrets, settings: given } = yield* Effect.fromResult(
        Result.mapError(settingsOf(body, Option.getOrUndefined(override)), refuse)
      )
      const typed = given["base_url"] ?? ""
      if (Option.isNone(override)) {
        const url = yield* Effect.mapError(outbound.check(typed), ({ reason }) => refuse(`base_url: ${reason}`))
        if (url.search !== "" || url.hash !== "") {
          return yield* refuse("base_url: The URL must not have a query (?) or a fragment (#)")
        }
      }
      const settings = yield* withRequester(given)
      const desk = { baseUrl: addresses.of(system.vendor, typed), settings, secrets }
      const [record, { made }] = yield* integrations.connectService({
        serviceName,
        protocol: "it-tickets",
        details: auditText`Ticket system: ${body.provider} at ${hostOf(typed)}`,
        calls: { vendors: [system.vendor] },
        prove: (calls) => Effect.mapError(system.prove(calls, desk), unprovenBy),
        keep: (_proven, { former }) =>
          Effect.gen(function* () {
            const before = yield* former
            const kept = Option.orElse(
              Option.map(Option.fromUndefinedOr(body.webhook_secret), (secret) => Redacted.make(secret)),
              () => keptSecret(before, body.provider)
            )
            const made = Option.isSome(kept) ? undefined : yield* randomness.token(32)
            const webhookSecret = Option.getOrElse(kept, () => Redacted.make(made ?? ""))
            return { settings, secrets: new Map([...secrets, [secretName, webhookSecret]]), made }
          })
      })
      return {
        ...record,
        webhook_url: `${baseUrl}/api/integrations/it-tickets/webhook?integration=${record.id}`,
        ...(made === undefined ? {} : { webhook_secret: made })
      }
    })

    return ItTicketsConnecting.of({ connect })
  })
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : "an address of the operator's")
