import type { PdfDocument } from "./document.ts"

/** What makes one copy another than all others. */
export interface Proof {
  readonly documentId: string
  /** ISO 8601 in UTC. */
  readonly createdAt: string
  /** Names the signature's key, at the foot of every page; empty when it is not signed. */
  readonly signedBy: string
}

export interface ToTypesetter {
  readonly document: PdfDocument
  readonly proof: Proof
}

export type FromTypesetter =
  | { readonly _tag: "Set"; readonly pdf: Uint8Array }
  | { readonly _tag: "Failed"; readonly message: string }
