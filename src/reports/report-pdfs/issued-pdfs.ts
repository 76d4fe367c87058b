import { Caller } from "@svc/contract/kernel/access"
import { PdfRefused } from "@svc/contract/report-pdfs/errors"
import { Context, DateTime, Effect, type Option } from "effect"
import { createHash } from "node:crypto"
import { refusedUnrecorded } from "#audit/record/service"
import { Randomness } from "#platform/crypto/random"
import { AppConfig } from "#platform/config/config"
import { Db, type Transaction } from "#platform/database/db"
import { signatureNote } from "#platform/keys/signature-note"
import { Signing } from "#platform/keys/signing"
import type { PdfDocument } from "#platform/pdf/document"
import { Typesetter, type TypesettingFailed } from "#platform/pdf/typesetter"
import type { TypesettingBusy } from "#platform/pdf/typesetting-queue"
import { layerOf } from "#platform/services/layer-of"

/** What an entry of the audit log says of one copy. */
export interface PdfProof {
  readonly documentId: string
  /** Lower-case hex. */
  readonly sha256: string
  /** None when signing is not configured. */
  readonly keyId: Option.Option<string>
}

/** One copy of a document: no two have the same id, so no two have the same hash. */
export interface IssuedPdf extends PdfProof {
  readonly bytes: Uint8Array
  /** Base64 of the 64 signature bytes over exactly these bytes; none when signing is not configured. */
  readonly signature: Option.Option<string>
}

/** PDFs that leave the service: each with an id, hashed, signed, and recorded before its first byte is sent. */
export class IssuedPdfs extends Context.Service<
  IssuedPdfs,
  {
    /** `record` writes the entry that names the copy; it is part of one transaction, and where it fails nothing leaves. */
    issue<E, R>(
      document: PdfDocument,
      record: (proof: PdfProof) => Effect.Effect<void, E, R>
    ): Effect.Effect<IssuedPdf, E | TypesettingFailed | TypesettingBusy | PdfRefused, Exclude<R, Transaction> | Caller>
  }
>()("svc/report-pdfs/IssuedPdfs") {
  static readonly layerNoDeps = layerOf(IssuedPdfs, function* () {
    const db = yield* Db
    const randomness = yield* Randomness
    const signing = yield* Signing
    const { baseUrl } = yield* AppConfig
    const typesetter = yield* Typesetter

    const issue = Effect.fn("IssuedPdfs.issue")(function* <E, R>(
      document: PdfDocument,
      record: (proof: PdfProof) => Effect.Effect<void, E, R>
    ) {
      const documentId = yield* randomness.uuid
      const { orgId } = yield* Caller
      const bytes = yield* typesetter.set(document, {
        orgId,
        documentId,
        createdAt: yield* DateTime.now,
        signedBy: signatureNote(signing.keyId, baseUrl)
      })
      const sha256 = createHash("sha256").update(bytes).digest("hex")
      const signature = yield* signing.sign(bytes)
      const proof = { documentId, sha256, keyId: signing.keyId }
      yield* db.transact(record(proof)).pipe(refusedUnrecorded("PDF", () => new PdfRefused()))
      return { ...proof, bytes, signature }
    })

    return IssuedPdfs.of({ issue })
  })
}
