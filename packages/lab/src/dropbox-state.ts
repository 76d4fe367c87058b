import { type Papers, signingSeed, type SigningState } from "./signing.ts"

/** What Dropbox Sign keeps of a request beside what every vendor does. */
export interface DropboxRequest {
  readonly metadata: Readonly<Record<string, string>>
  readonly subject: string
  readonly signatureId: string
  readonly allowsDecline: boolean
  readonly testMode: boolean
  /** So many searches do not find it yet. */
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
  /** So many searches do not see a new request yet; looked at when it is made. */
  listLag: number
  /** So many calls for the file still come too early. */
  preparing: number
  /** How a cancelled request is answered. */
  cancelledAnswer: 404 | 410
  /** So many looks at a cancelled request still see it as it was. */
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
