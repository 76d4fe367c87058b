import { generateKeyPairSync } from "node:crypto"
import type { DocuSignTokens } from "./docusign-tokens.ts"
import { type Papers, signingSeed, type SigningState } from "./signing.ts"
import { uuidOf } from "./people.ts"

/** DocuSign's own fields of an envelope, in addition to every vendor's. */
interface DocuSignRecipient {
  readonly recipientId: string
  /** The signer is the sender's own user, who signs by a view; a mail is sent only with a start address. */
  readonly clientUserId: string | undefined
  readonly hasMail: boolean
  /** Of the envelope's own Connect configuration. */
  readonly events: ReadonlyArray<string>
  readonly includesHmac: boolean
}

export interface DocuSignState extends SigningState, DocuSignTokens {
  readonly papers: Papers
  readonly accountId: string
  /** Told by `userinfo` when set. */
  baseUri: string | undefined
  /** Of the account's Connect, each of which signs every callback. */
  readonly connectKeys: Array<string>
  /** The account may text codes; without it no workflow is listed. */
  textsCodes: boolean
  readonly recipients: Map<string, DocuSignRecipient>
  /** By transaction ids, for seven days. */
  readonly transactions: Map<string, { readonly envelopeId: string; readonly at: number }>
  /** How many envelopes were asked for, also those that a transaction id had made already. */
  asked: number
}

export const phoneWorkflowId = "c368e411-1592-4001-a3df-dca94ac539ae"

const pair = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs1", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" }
})

/** The key of the lab's integration; another one with every start. */
export const docusignPrivateKey = pair.privateKey

export const docusignSeed = (): DocuSignState => ({
  ...signingSeed(),
  papers: { vendor: "DocuSign", certificateApart: true },
  accountId: uuidOf(4711),
  integrationKey: uuidOf(4712),
  userId: uuidOf(4713),
  publicKey: pair.publicKey,
  tokens: new Set(["lab-docusign-token"]),
  granted: 0,
  baseUri: undefined,
  connectKeys: ["lab-connect-key"],
  textsCodes: true,
  recipients: new Map(),
  transactions: new Map(),
  asked: 0
})
