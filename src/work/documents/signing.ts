import { DocumentSigned } from "@svc/contract/documents/events"
import { type DocumentNotFound, DocumentStorageUnavailable } from "@svc/contract/documents/errors"
import { largestUpload } from "@svc/contract/documents/schema"
import { SignatureFileMissing, SignatureFileUnreadable } from "@svc/contract/esignature/errors"
import type { ESignatureProvider, ESignatureStatus } from "@svc/contract/esignature/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { DocumentId, OffboardingId } from "@svc/contract/kernel/ids"
import { isFrozen } from "@svc/contract/kernel/legal-hold"
import { Context, DateTime, Duration, Effect, Option, Stream } from "effect"
import { createHash } from "node:crypto"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { Checklists } from "#work/checklists/service"
import { Outbox } from "#outgoing/outbox/service"
import type { Transaction } from "#platform/database/db"
import { Files } from "#platform/files/files"
import { Outbound } from "#platform/outbound/outbound"
import type { CaseFacts } from "#records/case-facts"
import { layerOf } from "#platform/services/layer-of"
import { makeCases } from "./cases.ts"
import { kindOf, signatureBytes } from "./file-kinds.ts"
import { LeftoversRepo } from "./leftovers-repo.ts"
import { documentTarget } from "./presenting.ts"
import { type DocumentRow, DocumentsRepo } from "./repo.ts"
import { storageKey } from "./rules.ts"

/** A document with its case. */
interface HeldDocument {
  readonly document: DocumentRow
  readonly offboarding: CaseFacts
}

/** The bytes of a document's file. */
interface DocumentContent {
  readonly bytes: Uint8Array
  readonly extension: string
  readonly contentType: string
}

interface StoredFile {
  readonly key: string
  readonly sha256: string
}

/** What a provider returned, stored with the original. */
interface StoredPapers {
  readonly signed: StoredFile
  /** None where the provider puts it into the signed file. */
  readonly certificate: StoredFile | null
}

interface ProviderSignature {
  readonly provider: ESignatureProvider
  /** The provider's id of the request. */
  readonly reference: string
  /** Whom the provider names. */
  readonly signedBy: string
  readonly signedAt: DateTime.Utc
  readonly papers: StoredPapers
}

/** A file stored for longer than this without its document is orphaned. */
const storedWithin = Duration.hours(1)

const fetchTime = Duration.seconds(20)

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

/** Documents for e-signature: what is sent, its state, and what came back (signing-16). */
export class DocumentSigning extends Context.Service<
  DocumentSigning,
  {
    /** The document as far as the caller sees it, with its case. */
    find(id: DocumentId): Effect.Effect<HeldDocument, DocumentNotFound, Caller | Transaction>
    /** The same, its case held. */
    lock(id: DocumentId): Effect.Effect<HeldDocument, DocumentNotFound, Caller | Transaction>
    /** Its current file; a URL that a person gave is called, and must return a file that could be uploaded. */
    content(
      document: DocumentRow
    ): Effect.Effect<DocumentContent, SignatureFileMissing | SignatureFileUnreadable | DocumentStorageUnavailable>
    setStatus(id: DocumentId, status: ESignatureStatus): Effect.Effect<void, never, Caller | Transaction>
    /**
     * Stores what the provider gave back, under keys that follow from the request: doing it again replaces the same files.
     * Without a document that has them within an hour they go again.
     */
    store(
      request: { readonly id: string; readonly documentId: DocumentId; readonly offboardingId: OffboardingId },
      papers: { readonly signed: Uint8Array; readonly certificate: Option.Option<Uint8Array> }
    ): Effect.Effect<StoredPapers, DocumentStorageUnavailable, Caller>
    /**
     * The provider's signature is final. A document that a person marked as signed in the meantime is not announced
     * again, and under legal hold keeps what they wrote.
     */
    complete(held: HeldDocument, signature: ProviderSignature): Effect.Effect<void, never, Caller | Transaction>
  }
>()("svc/documents/DocumentSigning") {
  static readonly layerNoDeps = layerOf(DocumentSigning, function* () {
    const repo = yield* DocumentsRepo
    const leftovers = yield* LeftoversRepo
    const audit = yield* Audit
    const checklists = yield* Checklists
    const outbox = yield* Outbox
    const outbound = yield* Outbound
    const files = yield* Files
    const cases = yield* makeCases

    const unavailable = (failure: unknown) =>
      Effect.andThen(
        Effect.logError("file storage failed", failure),
        new DocumentStorageUnavailable({ error: "File storage is not available. Try again later" })
      )

    const unreadable = (why: string) => new SignatureFileUnreadable({ error: `${why}. Upload it instead` })

    const fetched = Effect.fnUntraced(function* (url: string) {
      const answer = yield* outbound
        .send({ method: "GET", url, asBytes: true, maxBytes: largestUpload, timeout: fetchTime })
        .pipe(Effect.mapError(() => unreadable("The file could not be read at its URL")))
      if (answer.status !== 200) return yield* unreadable(`The file's URL answered ${answer.status}`)
      if (answer.truncated) return yield* unreadable("The file at its URL is larger than 10 MB")
      const bytes = answer.bytes ?? new Uint8Array()
      const kind = kindOf(bytes.subarray(0, signatureBytes))
      if (Option.isNone(kind)) {
        return yield* unreadable("The file at its URL is not a PDF, DOC, DOCX, PNG or JPG")
      }
      return { bytes, extension: kind.value.extension, contentType: kind.value.contentType }
    })

    const stored = Effect.fnUntraced(function* (key: string, contentType: string | null) {
      const chunks = yield* Stream.runCollect(files.get(key)).pipe(
        Effect.catchTag("FileNotFound", () => Effect.fail(unreadable("The file is no longer in storage"))),
        Effect.catchTags({
          StorageNotConfigured: unavailable,
          FileKeyInvalid: unavailable,
          StorageFailed: unavailable
        })
      )
      const extension = key.slice(key.lastIndexOf(".") + 1)
      return {
        bytes: new Uint8Array(Buffer.concat([...chunks])),
        extension,
        contentType: contentType ?? "application/octet-stream"
      }
    })

    const content = Effect.fn("DocumentSigning.content")(function* ({
      content_type,
      file_is_stored,
      file_url
    }: DocumentRow) {
      if (file_url === null) return yield* new SignatureFileMissing()
      return yield* file_is_stored ? stored(file_url, content_type) : fetched(file_url)
    })

    const setStatus = Effect.fnUntraced(function* (id: DocumentId, status: ESignatureStatus) {
      const { orgId } = yield* Caller
      yield* repo.setSignatureStatus({ orgId, id, status, at: yield* DateTime.now })
    })

    const put = Effect.fnUntraced(function* (key: string, bytes: Uint8Array) {
      yield* leftovers.announce(key, DateTime.addDuration(yield* DateTime.now, storedWithin))
      yield* files.put(key, bytes, { contentType: "application/pdf" }).pipe(Effect.catch(unavailable))
      const file: StoredFile = { key, sha256: sha256(bytes) }
      return file
    })

    const store = Effect.fn("DocumentSigning.store")(function* (
      request: { readonly id: string; readonly documentId: DocumentId; readonly offboardingId: OffboardingId },
      papers: { readonly signed: Uint8Array; readonly certificate: Option.Option<Uint8Array> }
    ) {
      const { orgId } = yield* Caller
      const keyOf = (what: string) =>
        storageKey(
          { orgId, offboardingId: request.offboardingId, id: `${request.documentId}-${request.id}-${what}` },
          "pdf"
        )
      return {
        signed: yield* put(keyOf("signed"), papers.signed),
        certificate: Option.isNone(papers.certificate)
          ? null
          : yield* put(keyOf("certificate"), papers.certificate.value)
      }
    })

    const complete = Effect.fn("DocumentSigning.complete")(function* (
      { document, offboarding }: HeldDocument,
      { papers, provider, reference, signedAt, signedBy }: ProviderSignature
    ) {
      const { orgId } = yield* Caller
      const now = yield* DateTime.now
      const keepsOwn = document.status !== "pending" && isFrozen(offboarding, now)
      yield* repo.saveSignature({
        orgId,
        id: document.id,
        status: keepsOwn ? document.status : "signed",
        signed_by: keepsOwn ? document.signed_by : signedBy,
        signed_at: keepsOwn ? document.signed_at : signedAt,
        signature_reference: keepsOwn ? document.signature_reference : reference,
        signature_provider: provider,
        signed_file_key: papers.signed.key,
        signed_file_sha256: papers.signed.sha256,
        certificate_file_key: papers.certificate?.key ?? null,
        certificate_file_sha256: papers.certificate?.sha256 ?? null,
        at: now
      })
      const person = offboarding.person_key_id
      yield* audit.record({
        action: "signature_completed",
        target: documentTarget(document.name, offboarding),
        details: auditText`${provider} ${reference}, signed by ${personal(person, signedBy)} at ${DateTime.formatIso(signedAt)}, signed file sha256: ${papers.signed.sha256}, certificate sha256: ${papers.certificate?.sha256 ?? "in the signed file"}`,
        offboardingId: offboarding.id,
        orgEmployeeId: offboarding.org_employee_id
      })
      yield* checklists.sync(offboarding.id)
      if (keepsOwn || document.status === "signed") return
      yield* outbox.append(
        orgId,
        DocumentSigned.make({
          documentId: document.id,
          offboardingId: offboarding.id,
          documentName: document.name,
          documentType: document.doc_type,
          source: "provider",
          provider
        })
      )
    })

    return DocumentSigning.of({
      find: cases.findDocument,
      lock: cases.lockDocument,
      content,
      setStatus,
      store,
      complete
    })
  })
}
