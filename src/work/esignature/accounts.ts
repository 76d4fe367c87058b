import type { ESignatureProvider } from "@svc/contract/esignature/schema"
import { Caller } from "@svc/contract/kernel/access"
import { Context, Effect, Option, Record, Redacted, Ref, type Schema } from "effect"
import { Integrations } from "#connections/integrations/service"
import { VendorAddresses } from "#connections/vendors/protocol/addresses"
import { VendorClient } from "#connections/vendors/protocol/calls"
import { cards } from "#connections/vendors/cards"
import type { GivenCredential } from "#connections/vendors/card"
import type { Candidate, Connection } from "#connections/vendors/protocol/connection"
import { CredentialChecks } from "#connections/vendors/credential-checks"
import {
  type RenewedSecrets,
  SigningFailed,
  type SigningKeys,
  type SigningProvider,
  type SigningSession
} from "#connections/vendors/protocol/signing-provider"
import { signingProviders } from "#connections/vendors/signing-providers"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import type { ESignatureAccount } from "#platform/variables/schemas"
import { layerOf } from "#platform/services/layer-of"
import { CallbackAddresses } from "./callback-addresses.ts"
import { SignaturesRepo } from "./repo.ts"
import { operatorAccount, preference, serviceOf } from "./rules.ts"

/** An account at a provider, signed in for one piece of work. */
export interface SigningAccount {
  readonly provider: SigningProvider
  /** The operator's own. */
  readonly fallback: boolean
  readonly session: SigningSession
  /** Where the provider is to call; none where what it says could not be verified. */
  readonly callbackUrl: Option.Option<string>
}

interface Known {
  readonly name: ESignatureProvider
  readonly fallback: boolean
}

const notConnected = (provider: SigningProvider) =>
  new SigningFailed({ kind: "credential", message: `${provider.title} is no longer connected` })

const watched = (
  session: SigningSession,
  told: <A>(call: Effect.Effect<A, SigningFailed>) => Effect.Effect<A, SigningFailed>
): SigningSession => ({
  find: (mark) => told(session.find(mark)),
  create: (signature) => told(session.create(signature)),
  stateOf: (id) => told(session.stateOf(id)),
  signingUrl: (request, returnUrl) => told(session.signingUrl(request, returnUrl)),
  cancel: (id, reason) => told(session.cancel(id, reason)),
  remind: (id, signer) => told(session.remind(id, signer)),
  papers: (id) => told(session.papers(id))
})

const candidateOf = (
  name: ESignatureProvider,
  { secrets, settings }: GivenCredential
): { readonly name: ESignatureProvider; readonly candidate: Candidate } => ({
  name,
  candidate: {
    serviceName: serviceOf[name],
    protocol: serviceOf[name],
    settings: Record.filter(settings, (value): value is Schema.Json => value !== undefined),
    secrets: new Map(
      Object.entries(secrets).flatMap(([place, secret]) =>
        secret === undefined ? [] : [[place, Redacted.make(secret)] as const]
      )
    )
  }
})

const operatorCandidate = (account: ESignatureAccount) => {
  if ("docusign" in account) return candidateOf("docusign", cards.docusign.credential(account.docusign))
  if ("adobe_sign" in account) return candidateOf("adobe_sign", cards["adobe-sign"].credential(account.adobe_sign))
  return candidateOf("dropbox_sign", cards["dropbox-sign"].credential(account.dropbox_sign))
}

/** The accounts for e-signature: the organization's own, else the operator's (signing-2). */
export class SigningAccounts extends Context.Service<
  SigningAccounts,
  {
    /** The provider to use: the requested one, else the organization's, else the operator's. */
    choose(wanted: ESignatureProvider | undefined): Effect.Effect<Option.Option<Known>, never, Caller>
    /** The account that a request was or will be sent by; fails if it is no longer connected. */
    open(known: Known): Effect.Effect<SigningAccount, SigningFailed, Caller>
    /** What callbacks of an account are verified with. */
    keys(known: Known): Effect.Effect<Option.Option<SigningKeys>, never, Caller>
    /** The operator's, if there is one. */
    readonly operator: Option.Option<ESignatureProvider>
  }
>()("svc/esignature/SigningAccounts") {
  static readonly layerNoDeps = layerOf(SigningAccounts, function* () {
    const db = yield* Db
    const repo = yield* SignaturesRepo
    const integrations = yield* Integrations
    const addresses = yield* VendorAddresses
    const client = yield* VendorClient
    const checks = yield* CredentialChecks
    const callbacks = yield* CallbackAddresses
    const { eSignature } = yield* AppConfig
    const configured = Option.map(eSignature, (account) => operatorCandidate(Redacted.value(account)))
    const operator = Option.map(configured, ({ name }) => name)
    // Where the account is at the provider is asked once, and its tokens stay in memory.
    const proven = yield* Ref.make(Option.none<SigningKeys>())

    const own = Effect.fnUntraced(function* (name: ESignatureProvider) {
      return yield* integrations
        .connection(serviceOf[name])
        .pipe(
          Effect.catchTag("SecretUnreadable", (error) =>
            Effect.as(Effect.logError("e-signature credential decryption failed", error), Option.none<Connection>())
          )
        )
    })

    const choose = Effect.fn("SigningAccounts.choose")(function* (wanted: ESignatureProvider | undefined) {
      const { orgId } = yield* Caller
      const names = wanted === undefined ? preference : [wanted]
      const connected = yield* repo.connections(
        orgId,
        names.map((name) => serviceOf[name])
      )
      const name = names.find((one) => connected.some(({ service }) => service === serviceOf[one]))
      if (name !== undefined) return Option.some({ name, fallback: false })
      return Option.map(
        Option.filter(operator, (one) => wanted === undefined || one === wanted),
        (one) => ({ name: one, fallback: true })
      )
    }, db.transact)

    const operatorKeys = Effect.fnUntraced(function* (provider: SigningProvider) {
      const known = yield* Ref.get(proven)
      if (Option.isSome(known)) return known.value
      const candidate = Option.filter(configured, ({ name }) => name === provider.name)
      if (Option.isNone(candidate)) return yield* notConnected(provider)
      const check = checks.find(serviceOf[provider.name])
      const calls = yield* client.callsFor({ vendors: provider.vendors })
      const settings = Option.isNone(check)
        ? candidate.value.candidate.settings
        : yield* check.value.prove(calls, candidate.value.candidate).pipe(
            Effect.mapError((failure) =>
              failure._tag === "CredentialUnproven" && failure.reason === "refused"
                ? new SigningFailed({
                    kind: "credential",
                    message: `${provider.title} refused the operator's account`
                  })
                : new SigningFailed({ kind: "later", message: `${provider.title} gave no usable answer` })
            )
          )
      const keys: SigningKeys = { settings, secrets: candidate.value.candidate.secrets }
      yield* Ref.set(proven, Option.some(keys))
      return keys
    })

    const rememberOperator = (renewed: RenewedSecrets) =>
      Ref.update(
        proven,
        Option.map(({ secrets, settings }) => ({
          settings,
          secrets: new Map([...secrets, ...Object.entries(renewed)])
        }))
      )

    /** Tells the administrators when the provider refuses the credential, and when it takes it again. */
    const toldOf =
      (connection: Connection, caller: Caller["Service"]) =>
      <A>(call: Effect.Effect<A, SigningFailed>): Effect.Effect<A, SigningFailed> =>
        call.pipe(
          Effect.tapError(({ kind }) =>
            kind === "credential" ? integrations.credentialRefused(connection.id, true) : Effect.void
          ),
          Effect.tap(() => integrations.credentialRefused(connection.id, false)),
          Effect.provideService(Caller, caller)
        )

    const open = Effect.fn("SigningAccounts.open")(function* ({ fallback, name }: Known) {
      const caller = yield* Caller
      const provider = signingProviders[name]
      const calls = yield* client.callsFor({ vendors: provider.vendors })
      if (fallback) {
        const keys = yield* operatorKeys(provider)
        const account: SigningAccount = {
          provider,
          fallback,
          session: provider.open({ calls, addresses, keys, keep: rememberOperator }),
          callbackUrl: provider.verifiable(keys) ? Option.some(callbacks.url(name, operatorAccount)) : Option.none()
        }
        return account
      }
      const found = yield* own(name)
      if (Option.isNone(found)) return yield* notConnected(provider)
      const connection = found.value
      const session = provider.open({
        calls,
        addresses,
        keys: connection,
        keep: (renewed) => Effect.provideService(integrations.storeSecrets(connection.id, renewed), Caller, caller)
      })
      const account: SigningAccount = {
        provider,
        fallback,
        session: watched(session, toldOf(connection, caller)),
        callbackUrl: provider.verifiable(connection) ? Option.some(callbacks.url(name, connection.id)) : Option.none()
      }
      return account
    })

    const keys = Effect.fn("SigningAccounts.keys")(function* ({ fallback, name }: Known) {
      if (!fallback) return yield* own(name)
      return yield* Effect.option(operatorKeys(signingProviders[name]))
    })

    return SigningAccounts.of({ choose, open, keys, operator })
  })
}
