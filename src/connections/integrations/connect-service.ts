import { CredentialRefused, VendorUnanswering } from "@svc/contract/integrations/errors"
import type { Integration } from "@svc/contract/integrations/schema"
import type { Caller } from "@svc/contract/kernel/access"
import { Effect, type Option } from "effect"
import type { AuditText } from "#audit/record/text"
import type { SecretUnreadable } from "#platform/keys/secrets"
import { type CallOptions, type VendorCalls, VendorClient } from "#connections/vendors/protocol/calls"
import type { Candidate, Connection } from "#connections/vendors/protocol/connection"
import type { CredentialUnproven } from "#connections/vendors/protocol/connector"

/** What a connect route saves once the vendor has accepted the credential. */
export interface NewConnection extends Candidate {
  readonly canRevoke: boolean
  /** What the audit log says of it: never a secret, of an address the host only. */
  readonly details: AuditText
}

/** A service that another domain proves and speaks to. */
export interface ServiceToConnect<Proven, Kept> extends Pick<NewConnection, "serviceName" | "protocol" | "details"> {
  readonly calls: CallOptions
  /** By a real request. */
  readonly prove: (calls: VendorCalls) => Effect.Effect<Proven, CredentialUnproven>
  /** What is saved of the proven credential; `former` is the previous connection, none if it can no longer be read. */
  readonly keep: (
    proven: Proven,
    at: { readonly calls: VendorCalls; readonly former: Effect.Effect<Option.Option<Connection>, never, Caller> }
  ) => Effect.Effect<Kept & Pick<Candidate, "settings" | "secrets">, never, Caller>
}

/** The answer of a connect route to a credential that was not proven. */
export const refusalOf = ({ message, reason }: Pick<CredentialUnproven, "message" | "reason">) =>
  reason === "refused" ? new CredentialRefused({ error: message }) : new VendorUnanswering({ error: message })

/** The verb `Integrations.connectService`. */
export const makeConnectService = Effect.fnUntraced(function* (integrations: {
  readonly connect: (connection: NewConnection) => Effect.Effect<Integration, never, Caller>
  readonly connection: (name: string) => Effect.Effect<Option.Option<Connection>, SecretUnreadable, Caller>
}) {
  const client = yield* VendorClient
  return Effect.fn("Integrations.connectService")(function* <Proven, Kept>(service: ServiceToConnect<Proven, Kept>) {
    const { details, protocol, serviceName } = service
    const calls = yield* client.callsFor(service.calls)
    const proven = yield* Effect.mapError(service.prove(calls), refusalOf)
    const former = Effect.catchTag(integrations.connection(serviceName), "SecretUnreadable", () => Effect.succeedNone)
    const kept = yield* service.keep(proven, { calls, former })
    const { secrets, settings } = kept
    const record = yield* integrations.connect({ serviceName, protocol, settings, secrets, canRevoke: false, details })
    return [record, kept] as const
  })
})
