import { BaseUrlRefused, type CredentialRefused, VendorUnanswering } from "@svc/contract/integrations/errors"
import type { ConnectBodies } from "@svc/contract/integrations/connect-bodies"
import type { Integration, ProviderName } from "@svc/contract/integrations/schema"
import type { Caller } from "@svc/contract/kernel/access"
import { Context, Effect, Option, Record, Redacted, type Schema } from "effect"
import { type AuditText, auditText } from "#audit/record/text"
import { Outbound } from "#platform/outbound/outbound"
import { VendorAddresses } from "#connections/vendors/protocol/addresses"
import type { CredentialCard, GivenCredential } from "#connections/vendors/card"
import { cards } from "#connections/vendors/cards"
import type { Candidate } from "#connections/vendors/protocol/connection"
import { layerOf } from "#platform/services/layer-of"
import { refusalOf } from "./connect-service.ts"
import { makeProveCredential } from "./prove-credential.ts"
import { Integrations } from "./service.ts"
import { spokenToBy } from "./speaker.ts"

const credentialCards: { readonly [Name in keyof ConnectBodies]: CredentialCard<Name> } = cards

/** A built-in provider's settings and secrets; omitted fields stay omitted. */
const candidateOf = (provider: ProviderName, { secrets, settings }: GivenCredential): Candidate => ({
  serviceName: provider,
  protocol: provider,
  settings: Record.filter(settings, (value): value is Schema.Json => value !== undefined),
  secrets: new Map(
    Object.entries(secrets).flatMap(([name, secret]) =>
      secret === undefined ? [] : [[name, Redacted.make(secret)] as const]
    )
  )
})

/** Connects built-in providers: the credential is proven by a real request first, and nothing is saved when it is not. */
export class Connecting extends Context.Service<
  Connecting,
  {
    /** Connects or reconnects a built-in provider. */
    provider<Name extends keyof ConnectBodies>(
      name: Name,
      body: ConnectBodies[Name]
    ): Effect.Effect<Integration, BaseUrlRefused | CredentialRefused | VendorUnanswering, Caller>
    /** The same for what was granted by the vendor; `details` is what the audit log says of it. */
    granted(
      candidate: Candidate,
      details: AuditText
    ): Effect.Effect<Integration, CredentialRefused | VendorUnanswering, Caller>
  }
>()("svc/integrations/Connecting") {
  static readonly layerNoDeps = layerOf(Connecting, function* () {
    const integrations = yield* Integrations
    const outbound = yield* Outbound
    const prove = yield* makeProveCredential
    const addresses = yield* VendorAddresses

    const granted = Effect.fn("Connecting.granted")(function* (candidate: Candidate, details: AuditText) {
      const { serviceName } = candidate
      const settings = yield* prove(candidate).pipe(
        Effect.catchTag("VendorUnanswered", ({ message }) =>
          Effect.fail(new VendorUnanswering({ error: `${serviceName}: ${message}. Try again` }))
        ),
        Effect.catchTag("CredentialUnproven", ({ message, reason }) =>
          Effect.fail(refusalOf({ reason, message: `${serviceName}: ${message}` }))
        )
      )
      const { canRevoke } = spokenToBy(serviceName)
      return yield* integrations.connect({ ...candidate, settings, canRevoke, details })
    })

    const provider = Effect.fn("Connecting.provider")(function* <Name extends keyof ConnectBodies>(
      name: Name,
      body: ConnectBodies[Name]
    ) {
      const credential = credentialCards[name].credential(body)
      const { address } = credential
      // The operator's own URL for the vendor replaces the tenant's.
      const overridden = address?.vendor !== undefined && Option.isSome(addresses.override(address.vendor))
      if (address !== undefined && !overridden) {
        yield* outbound
          .check(address.url)
          .pipe(Effect.mapError(({ reason }) => new BaseUrlRefused({ error: `${address.field}: ${reason}` })))
      }
      return yield* granted(candidateOf(name, credential), auditText`Connected by credential`)
    })

    return Connecting.of({ provider, granted })
  })
}
