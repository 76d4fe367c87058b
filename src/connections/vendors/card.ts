import type { ConnectBodies, OAuthService } from "@svc/contract/integrations/connect-bodies"
import type { ProviderName } from "@svc/contract/integrations/schema"
import type { Effect, Schema } from "effect"
import type { VendorAddresses, VendorName } from "./protocol/addresses.ts"
import type { Revoker } from "./protocol/revoker.ts"
import type { MakeOAuthVendor } from "./protocol/oauth.ts"
import type { MakeCredentialCheck } from "./protocol/credential-check.ts"

/**
 * When a run takes an app. Mailboxes first: what is set up in one (a reply, a new owner of files) asks for an account
 * that is still alive. Then what signs in elsewhere, then the rest, and last the targets of the tenant's own.
 */
export const turns = ["mail", "identity", "rest", "generic"] as const

/** Its access can be revoked. */
export interface Revocable {
  readonly _tag: "Revocable"
  readonly turn: (typeof turns)[number]
  /** Whose addresses it is called at. */
  readonly vendors: ReadonlyArray<VendorName>
  readonly revoker: Effect.Effect<Omit<Revoker, "vendors">, never, VendorAddresses>
}

/** It is connected and proven for something else. */
interface Provable {
  readonly _tag: "Provable"
  /** Whose addresses it is called at. */
  readonly vendors: ReadonlyArray<VendorName>
  readonly credentialCheck: MakeCredentialCheck
}

/** The domain that it is connected for proves it and speaks to it. */
interface OfDomain {
  readonly _tag: "OfDomain"
}

/** All that this release knows of one vendor. */
export interface Card {
  readonly service: Revocable | Provable | OfDomain
  /** Settings that say where the stored credentials are sent; other vendors' hosts are fixed. */
  readonly addressSettings: ReadonlyArray<string>
}

/** The body of a connect route, split; undefined fields are omitted. */
export interface GivenCredential {
  readonly settings: Readonly<Record<string, Schema.Json | undefined>>
  /** By the names by which connectors ask for them. */
  readonly secrets: Readonly<Record<string, string | undefined>>
  /** An address that the tenant typed, to be judged before it is called. */
  readonly address?: { readonly field: string; readonly url: string; readonly vendor?: VendorName }
}

/** Of a vendor that is connected by a credential. */
export interface CredentialCard<Name extends keyof ConnectBodies> extends Card {
  readonly service: Revocable | Provable
  readonly credential: (body: ConnectBodies[Name]) => GivenCredential
}

/** Of a vendor that grants the connection to its own account, at its own page. */
export interface OAuthCard extends Card {
  readonly service: Revocable | Provable
  /** As whom this service is registered there. */
  readonly client: "github" | "google"
  readonly oauth: MakeOAuthVendor
  /** Whether the vendor is notified when a connection ends (integrations-7). */
  readonly endsGrant: boolean
}

/** Of a vendor that another domain connects. */
export interface DomainCard extends Card {
  readonly service: OfDomain
}

/** Of which kind a provider's card is, as the contract lets it be connected. */
export type CardOf<Name extends ProviderName> = Name extends keyof ConnectBodies
  ? CredentialCard<Name>
  : Name extends OAuthService
    ? OAuthCard
    : DomainCard
