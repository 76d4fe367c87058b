import {
  DocumentStorageUnavailable,
  FileUnknown,
  type StorageQuotaReached,
  type UploadTooLarge
} from "@svc/contract/documents/errors"
import type { CaseFiles, FileLink, UploadedDocument } from "@svc/contract/documents/schema"
import { Caller } from "@svc/contract/kernel/access"
import { InvalidRequest } from "@svc/contract/kernel/errors"
import { DocumentId, type DocumentTemplateId, type OffboardingId } from "@svc/contract/kernel/ids"
import type { OffboardingNotFound } from "@svc/contract/offboardings/errors"
import { ByteSize, Context, DateTime, Duration, Effect, Option, type Stream } from "effect"
import type { Multipart } from "effect/http"
import { createHash } from "node:crypto"
import path from "node:path"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { AppConfig } from "#platform/config/config"
import { Db, type Transaction } from "#platform/database/db"
import type { StorageError, StorageFull } from "#platform/files/store"
import { Files } from "#platform/files/files"
import { Randomness } from "#platform/crypto/random"
import { layerOf } from "#platform/services/layer-of"
import { makeCases } from "./cases.ts"
import { LeftoversRepo } from "./leftovers-repo.ts"
import { documentTarget, shown } from "./presenting.ts"
import { type DocumentRow, DocumentsRepo } from "./repo.ts"
import { decideRoom, downloadName, linkMinutes, storageKey } from "./rules.ts"
import { readUpload } from "./upload-form.ts"

/** A file stored for longer than this without a document is orphaned. */
const storedWithin = Duration.hours(1)

/** A file with all that its document says of it. */
interface NewFile {
  readonly offboardingId: OffboardingId
  readonly name: string
  readonly docType: string
  readonly extension: string
  readonly contentType: string
  readonly content: Stream.Stream<Uint8Array> | Uint8Array
  /** Bytes. */
  readonly size: number
  readonly sha256: string
  readonly templateId: DocumentTemplateId | null
  readonly action: "document_uploaded" | "document_generated"
}

/** The form of an upload, as it arrives. */
type UploadParts = Stream.Stream<Multipart.Part, Multipart.MultipartError>

const notConfigured = () =>
  new DocumentStorageUnavailable({ error: "File storage is not configured on this server. Contact support" })

const unavailable = (failure: StorageError | StorageFull) =>
  failure._tag === "StorageNotConfigured"
    ? Effect.fail(notConfigured())
    : Effect.andThen(
        Effect.logError("file storage failed", failure),
        new DocumentStorageUnavailable({
          error:
            failure._tag === "StorageFull"
              ? "The file storage disk is nearly full, so no file is accepted. Try again later, or contact support"
              : "File storage is not available. Try again later"
        })
      )

const takesFile =
  (offboardingId: OffboardingId) =>
  ({ file_url, offboarding_id, status }: DocumentRow) =>
    offboarding_id === offboardingId && file_url === null && status === "pending"

const notAttached = () =>
  new InvalidRequest({ error: "document: must be a pending document of this offboarding without a file" })

/** Files of compliance documents: what is uploaded and generated, and the links that lead to them (papers-5). */
export class DocumentFiles extends Context.Service<
  DocumentFiles,
  {
    /** The file is stored before there is a document, and is gone again when there will be none. */
    upload(
      offboardingId: OffboardingId,
      parts: UploadParts
    ): Effect.Effect<
      UploadedDocument,
      InvalidRequest | OffboardingNotFound | StorageQuotaReached | UploadTooLarge | DocumentStorageUnavailable,
      Caller
    >
    /**
     * A document made from a template, as an HTML file. `holdTemplate` runs in the transaction that inserts it, so that
     * the template is there until then.
     */
    addGenerated<E>(
      document: {
        readonly offboardingId: OffboardingId
        readonly templateId: DocumentTemplateId
        readonly name: string
        readonly docType: string
        readonly html: string
      },
      holdTemplate: Effect.Effect<void, E, Caller | Transaction>
    ): Effect.Effect<
      { readonly document: UploadedDocument; readonly link: FileLink },
      E | OffboardingNotFound | StorageQuotaReached | DocumentStorageUnavailable,
      Caller
    >
    /** A link to the stored file of a document that the caller sees. */
    link(key: string): Effect.Effect<FileLink, FileUnknown | DocumentStorageUnavailable, Caller>
    /** One link for every document of the case that has a file. */
    links(
      offboardingId: OffboardingId
    ): Effect.Effect<CaseFiles, OffboardingNotFound | DocumentStorageUnavailable, Caller>
    /** The same for a caller admitted to the case by other means; `url` is null without a file. */
    forPortal(offboardingId: OffboardingId): Effect.Effect<
      ReadonlyArray<{
        readonly id: DocumentId
        readonly name: string
        readonly doc_type: string
        readonly status: DocumentRow["status"]
        readonly url: string | null
      }>,
      DocumentStorageUnavailable,
      Caller | Transaction
    >
  }
>()("svc/documents/DocumentFiles") {
  static readonly layerNoDeps = layerOf(DocumentFiles, function* () {
    const db = yield* Db
    const repo = yield* DocumentsRepo
    const leftovers = yield* LeftoversRepo
    const audit = yield* Audit
    const files = yield* Files
    const randomness = yield* Randomness
    const { dataDir, storageQuota } = yield* AppConfig
    const cases = yield* makeCases
    const scratch = path.join(dataDir, "scratch")

    const requireQuota = Effect.fnUntraced(function* (size: number) {
      const { orgId } = yield* Caller
      const stored = ByteSize.bytes(yield* repo.storedBytes(orgId))
      yield* Effect.fromResult(decideRoom(ByteSize.bytes(size), { stored, quota: storageQuota }))
    })

    const requireStorage = Effect.gen(function* () {
      if (!files.isConfigured) return yield* notConfigured()
      yield* files.requireRoom.pipe(Effect.catch(unavailable))
    })

    const insert = Effect.fnUntraced(function* <E>(
      id: DocumentId,
      key: string,
      file: NewFile,
      hold: Effect.Effect<Option.Option<DocumentRow>, E, Caller | Transaction>
    ) {
      const { orgId, userId } = yield* Caller
      const offboarding = yield* cases.lock(file.offboardingId)
      const held = yield* hold
      // Counted once more, by one after the other: others were storing theirs while this one was stored.
      yield* repo.lockStorage(orgId)
      yield* requireQuota(file.size)
      const now = yield* DateTime.now
      const stored = { content_type: file.contentType, byte_size: file.size, sha256: file.sha256 }
      const document: UploadedDocument = {
        ...Option.match(held, {
          onNone: () => ({ id, name: file.name, doc_type: file.docType, created_at: now }),
          onSome: ({ created_at, doc_type, id, name }) => ({ id, name, doc_type, created_at })
        }),
        offboarding_id: file.offboardingId,
        status: "pending",
        file_url: key
      }
      if (Option.isSome(held)) {
        yield* repo.attach({ ...stored, orgId, id: document.id, file_url: key, at: now })
      } else {
        yield* repo.insert({
          ...document,
          ...stored,
          org_id: orgId,
          file_is_stored: true,
          template_id: file.templateId,
          created_by: userId,
          updated_at: now
        })
      }
      yield* audit.record({
        action: file.action,
        target: documentTarget(document.name, offboarding),
        details: auditText`type: ${document.doc_type}, ${file.size} bytes, sha256: ${file.sha256}`,
        offboardingId: offboarding.id,
        orgEmployeeId: offboarding.org_employee_id
      })
      return document
    })

    /** `hold` runs in the transaction that keeps the file, and answers the document that it is for; none for a new one. */
    const store = Effect.fnUntraced(function* <E>(
      file: NewFile,
      hold: Effect.Effect<Option.Option<DocumentRow>, E, Caller | Transaction>
    ) {
      const { orgId } = yield* Caller
      yield* db.transact(requireQuota(file.size))
      const id = DocumentId.make(yield* randomness.uuid)
      const key = storageKey({ orgId, offboardingId: file.offboardingId, id }, file.extension)
      yield* leftovers.announce(key, DateTime.addDuration(yield* DateTime.now, storedWithin))
      yield* files.put(key, file.content, { contentType: file.contentType }).pipe(Effect.catch(unavailable))
      // The key belongs to this upload only, even for an existing document. After a refusal the file is deleted
      // immediately; after a defect the document may exist, so the job checks.
      return yield* Effect.tapError(db.transact(insert(id, key, file, hold)), () => Effect.ignore(files.delete(key)))
    })

    /** The document of the case that the file is for. */
    const withoutFile = Effect.fnUntraced(function* (offboardingId: OffboardingId, id: DocumentId) {
      const { orgId } = yield* Caller
      const found = yield* repo.find({ orgId, id })
      return Option.exists(found, takesFile(offboardingId)) ? found : yield* notAttached()
    })

    const upload = Effect.fn("DocumentFiles.upload")(function* (offboardingId: OffboardingId, parts: UploadParts) {
      yield* db.transact(cases.find(offboardingId))
      yield* requireStorage
      const received = yield* Effect.provideService(readUpload(parts, scratch), Randomness, randomness)
      const { attachTo, kind } = received
      const { contentType, extension } = kind
      const hold = attachTo === null ? Effect.succeedNone : withoutFile(offboardingId, attachTo)
      return yield* store(
        {
          ...received,
          offboardingId,
          contentType,
          extension,
          templateId: null,
          action: "document_uploaded"
        },
        hold
      )
    }, Effect.scoped)

    const linkTo = Effect.fnUntraced(function* (name: string, key: string) {
      const expiresAt = DateTime.add(yield* DateTime.now, { minutes: linkMinutes })
      const url = yield* files
        .signedUrl(key, { expiresIn: Duration.minutes(linkMinutes), filename: downloadName(name, key) })
        .pipe(Effect.catch(unavailable))
      const link: FileLink = { url, expires_at: expiresAt }
      return link
    })

    const addGenerated = Effect.fn("DocumentFiles.addGenerated")(function* <E>(
      given: {
        readonly offboardingId: OffboardingId
        readonly templateId: DocumentTemplateId
        readonly name: string
        readonly docType: string
        readonly html: string
      },
      holdTemplate: Effect.Effect<void, E, Caller | Transaction>
    ) {
      yield* requireStorage
      const content = Buffer.from(given.html)
      const document = yield* store(
        {
          ...given,
          content,
          size: content.length,
          sha256: createHash("sha256").update(content).digest("hex"),
          contentType: "text/html; charset=utf-8",
          extension: "html",
          action: "document_generated"
        },
        Effect.as(holdTemplate, Option.none())
      )
      return { document, link: yield* linkTo(document.name, document.file_url ?? "") }
    })

    const visible = Effect.fnUntraced(function* (key: string) {
      const { orgId } = yield* Caller
      const found = yield* repo.findByFile({ orgId, file: key })
      if (Option.isNone(found)) return yield* new FileUnknown()
      yield* Effect.mapError(cases.find(found.value.offboarding_id), () => new FileUnknown())
      return found.value
    }, db.transact)

    const link = Effect.fn("DocumentFiles.link")(function* (key: string) {
      // No text of the database holds it.
      if (key.includes("\u0000")) return yield* new FileUnknown()
      return yield* linkTo((yield* visible(key)).name, key)
    })

    const rowsOf = Effect.fnUntraced(function* (offboardingId: OffboardingId) {
      const { orgId } = yield* Caller
      return yield* repo.list({ orgId, offboardingId, limit: 10_000, offset: 0 })
    })

    const urlOf = Effect.fnUntraced(function* ({ file_is_stored, file_url, name }: DocumentRow) {
      return file_url === null || !file_is_stored ? { url: file_url, expires_at: null } : yield* linkTo(name, file_url)
    })

    const paperUrl = (name: string, what: string, key: string | null) =>
      key === null
        ? Effect.succeed(null)
        : Effect.map(linkTo(`${name.replace(/\.[A-Za-z0-9]{1,8}$/, "")} (${what})`, key), ({ url }) => url)

    const links = Effect.fn("DocumentFiles.links")(function* (offboardingId: OffboardingId) {
      const rows = yield* db.transact(Effect.andThen(cases.find(offboardingId), rowsOf(offboardingId)))
      const listed = yield* Effect.forEach(
        rows,
        Effect.fnUntraced(function* (row) {
          const { expires_at, url } = yield* urlOf(row)
          if (url === null) return []
          const signed_url = yield* paperUrl(row.name, "signed", row.signed_file_key)
          const certificate_url = yield* paperUrl(row.name, "certificate", row.certificate_file_key)
          const { doc_type, id, name } = row
          return [{ id, name, doc_type, url, expires_at, signed_url, certificate_url }]
        })
      )
      return { files: listed.flat() }
    })

    const forPortal = Effect.fn("DocumentFiles.forPortal")(function* (offboardingId: OffboardingId) {
      return yield* Effect.forEach(yield* rowsOf(offboardingId), (row) =>
        Effect.map(urlOf(row), ({ url }) => {
          const { doc_type, id, name, status } = shown(row)
          return { id, name, doc_type, status, url }
        })
      )
    })

    return DocumentFiles.of({ upload, addGenerated, link, links, forPortal })
  })
}
