import { type Papers, signingSeed, type SigningState } from "./signing.ts"

/** A line of an agreement's history. */
export interface AdobeEvent {
  readonly type: "CREATED" | "ACTION_REQUESTED" | "ESIGNED" | "ACTION_COMPLETED" | "REJECTED" | "RECALLED" | "EXPIRED"
  readonly date: string
  readonly participantEmail: string
  readonly actingUserEmail: string
  readonly actingUserName: string
  readonly comment?: string
}

export interface AdobeSignState extends SigningState {
  readonly papers: Papers
  /** Those that are good; cleared by a test, a token has to be renewed. */
  readonly tokens: Set<string>
  readonly refreshToken: string
  readonly clientId: string
  readonly clientSecret: string
  granted: number
  /** What `baseUris` tells; an address of the vendor's own, as a customer has it. */
  accessPoint: string
  /** Where the account's webhook leads. */
  callbackUrl: string | undefined
  readonly webhookId: string
  /** Addresses that passed the verification. */
  readonly verified: Set<string>
  told: number
  readonly uploads: Map<string, { readonly name: string; readonly bytes: Uint8Array }>
  /** Calls for a new agreement's signing URLs that are too early. */
  exposedAfter: number
  /** How many such calls came, by agreement. */
  readonly askedForUrls: Map<string, number>
  /** Calls for the document that are too early. */
  preparing: number
}

/** Whose token it is. */
export const adobeSender = { email: "owner@acme.test", name: "Olivia Owner" } as const

export const adobeToken = "3AAA.lab-adobe-token"

export const adobeSeed = (): AdobeSignState => ({
  ...signingSeed(),
  papers: { vendor: "Adobe Acrobat Sign", certificateApart: true },
  tokens: new Set([adobeToken]),
  refreshToken: "3AAB.lab-adobe-refresh",
  clientId: "CBJCHBCAABAAlabclient",
  clientSecret: "lab-adobe-secret",
  granted: 0,
  accessPoint: "https://api.eu1.adobesign.com/",
  callbackUrl: undefined,
  webhookId: "CBJCHBCAABAAlabwebhook",
  verified: new Set(),
  told: 0,
  uploads: new Map(),
  exposedAfter: 1,
  askedForUrls: new Map(),
  preparing: 0
})
