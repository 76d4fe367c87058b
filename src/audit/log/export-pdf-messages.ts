export interface PdfTitle {
  readonly organisation: string
  /** ISO 8601 in UTC. */
  readonly exportedAt: string
  readonly filters: ReadonlyArray<string>
  /** Signing key and its public URL; empty without a key. */
  readonly signedBy: string
}

export interface PdfRow {
  readonly seq: string
  readonly createdAt: string
  readonly action: string
  readonly actor: string
  readonly target: string
  readonly details: string
  readonly id: string
  readonly entryHash: string
  readonly prevHash: string
}

export type ToWorker =
  | { readonly _tag: "Head"; readonly rows: number }
  | { readonly _tag: "Rows"; readonly rows: ReadonlyArray<PdfRow> }
  | { readonly _tag: "End" }

/** `ready` asks for the next message, `done` is the last. */
export type FromWorker = Uint8Array | "ready" | "done"
