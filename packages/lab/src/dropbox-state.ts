import { type Papers, signingSeed, type SigningState } from "./signing.ts"

/** Dropbox Sign's own fields of a request, in addition to every vendor's. */
export interface DropboxRequest {
  readonly metadata: Readonly<Record<string, string>>
  readonly subject: string
  readonly signatureId: string
  readonly allowsDecline: boolean
  readonly testMode: boolean
  /** Searches that do not find it yet. */
  hiddenFor: number
  /** When the last reminder went out, in milliseconds. */
  remindedAt: number | undefined
}

export interface DropboxSignState extends SigningState {
  readonly papers: Papers
  readonly accountId: string
  readonly apiKey: string
  /** The account's own API app. */
  readonly clientId: string
  /** Where the account is called. */
  callbackUrl: string | undefined
  readonly requests: Map<string, DropboxRequest>
  /** Searches that do not find a new request yet; read on creation. */
  listLag: number
  /** Calls for the file that are too early. */
  preparing: number
  /** The response for a canceled request. */
  cancelledAnswer: 404 | 410
  /** Reads of a canceled request that still show its old state. */
  cancelLag: number
}

export const dropboxSeed = (): DropboxSignState => ({
  ...signingSeed(),
  papers: { vendor: "Dropbox Sign", certificateApart: false },
  accountId: "5008b25c7f67153e57d5a357b1687968068fb465",
  apiKey: "lab-dropbox-sign-key",
  clientId: "lab-dropbox-client",
  callbackUrl: undefined,
  requests: new Map(),
  listLag: 1,
  preparing: 0,
  cancelledAnswer: 404,
  cancelLag: 0
})
