import type { ESignatureProvider } from "@svc/contract/esignature/schema"
import { Data, type DateTime, type Duration, type Effect, type Option, type Redacted } from "effect"
import type { VendorAddresses, VendorName } from "./addresses.ts"
import type { VendorCalls, VendorFiles } from "./calls.ts"
import type { Candidate } from "./connection.ts"

/**
 * `credential`: it was refused; `refused`: the request was, and would be again; `later`: nothing was changed, retry;
 * `unknown`: unknown outcome; `missing`: the request does not exist (anymore).
 */
export class SigningFailed extends Data.TaggedError("SigningFailed")<{
  readonly kind: "credential" | "refused" | "later" | "unknown" | "missing"
  /** Our own sentence: of the provider's response it contains only a status and a code. */
  readonly message: string
}> {}

/**
 * How the provider identifies the signer, in addition to the mailbox. Code and number are not kept after the request.
 */
export type SignerCheck =
  | { readonly _tag: "Mailbox" }
  | { readonly _tag: "AccessCode"; readonly code: Redacted.Redacted }
  /** E.164; the provider texts a code to it. */
  | { readonly _tag: "Sms"; readonly phone: Redacted.Redacted }

interface Signer {
  readonly name: string
  readonly email: string
}

/** A document to be signed by one person. */
export interface NewSignature {
  /** Our own UUID: it never creates two requests, and finds the one it created. */
  readonly mark: string
  readonly title: string
  readonly message: string
  readonly file: {
    readonly name: string
    readonly extension: string
    readonly contentType: string
    readonly bytes: Uint8Array
  }
  readonly signer: Signer
  readonly check: SignerCheck
  /** When the provider should let it expire. */
  readonly expiresAt: DateTime.Utc
  /** Where the provider is to call when something happens; none where its callbacks could not be verified. */
  readonly callbackUrl: Option.Option<string>
}

/** A request as its provider has it now. */
export interface SignatureState {
  /** `voided`: ended by the sender or by the provider. */
  readonly status: "pending" | "signed" | "declined" | "expired" | "voided"
  /** When the last signature was made, as the provider says. */
  readonly signedAt: DateTime.Utc | null
  /** Whom the provider names as the signer. */
  readonly signer: Signer | null
}

/** Files that a finished request has; a provider that puts the certificate into the signed file has no other. */
export interface SignedPapers {
  readonly signed: Uint8Array
  readonly certificate: Option.Option<Uint8Array>
}

/** A callback as it came in. */
export interface SigningCallback {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
}

/** What is kept of a connection; renewed tokens are handed back under the name of the secret that holds them. */
export type SigningKeys = Pick<Candidate, "settings" | "secrets">

/** Secrets that were renewed while a session was used, to be stored. */
export type RenewedSecrets = Readonly<Record<string, Redacted.Redacted>>

export interface SigningTools {
  readonly calls: VendorCalls & VendorFiles
  readonly addresses: VendorAddresses["Service"]
  readonly keys: SigningKeys
  /** Stores what was renewed before it is used, so that another process need not renew it again. */
  readonly keep: (renewed: RenewedSecrets) => Effect.Effect<void>
}

/** The provider's API for one piece of work, signed in; a token that has ended is renewed once. */
export interface SigningSession {
  /** The request that this mark made; for `create` whose answer was lost. */
  readonly find: (mark: string) => Effect.Effect<Option.Option<string>, SigningFailed>
  /** Answers the provider's id of the request. */
  readonly create: (signature: NewSignature) => Effect.Effect<string, SigningFailed>
  readonly stateOf: (id: string) => Effect.Effect<SignatureState, SigningFailed>
  /**
   * Where the signer signs in a browser, none if the provider has no such URL (it has sent one by email then). It may
   * be valid for minutes and one visit only, so it is requested when the signer goes there.
   */
  readonly signingUrl: (
    request: { readonly id: string; readonly mark: string; readonly signer: Signer },
    returnUrl: string
  ) => Effect.Effect<Option.Option<string>, SigningFailed>
  /** Ends the request at the provider; one that has ended already is `refused`. */
  readonly cancel: (id: string, reason: string) => Effect.Effect<void, SigningFailed>
  /** The provider reminds the signer by mail. */
  readonly remind: (id: string, signer: Signer) => Effect.Effect<void, SigningFailed>
  /** `later` while the provider is still putting them together. */
  readonly papers: (id: string) => Effect.Effect<SignedPapers, SigningFailed>
}

/** One e-signature provider: its calls, and how its callbacks are recognized. */
export interface SigningProvider {
  readonly name: ESignatureProvider
  /** As people call it. */
  readonly title: string
  /** Whose addresses it is called at. */
  readonly vendors: ReadonlyArray<VendorName>
  /** How long the provider may fail to find a new request. */
  readonly findSettles: Duration.Input
  /** Whether its signing URL works without the signer's own account at the provider. */
  readonly leads: boolean
  /** The least time between two looks at one request, by the provider's own rule. */
  readonly lookEvery: Duration.Input
  readonly open: (tools: SigningTools) => SigningSession
  /** Whether callbacks of this connection can be verified at all. */
  readonly verifiable: (keys: SigningKeys) => boolean
  /** Whether the provider made the callback, as far as it lets one tell. */
  readonly isGenuine: (callback: SigningCallback, keys: SigningKeys) => boolean
  /** The request that the callback is about, by the provider's id; nothing else of it is believed. */
  readonly named: (callback: SigningCallback) => Option.Option<string>
  /** What the provider wants to read as the answer to its callback. */
  readonly receipt: (callback: SigningCallback) => {
    readonly headers: Readonly<Record<string, string>>
    readonly contentType: string
    readonly body: string
  }
}
