import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { InvalidRequest, LegalHoldInForce, PermissionDenied, ReasonRequired } from "../kernel/errors.ts"
import { DocumentId, OffboardingId } from "../kernel/ids.ts"
import { WholeNumberParam } from "../kernel/paging.ts"
import { ReasonBody, ReasonQuery } from "../kernel/reasons.ts"
import { group, route } from "../kernel/route.ts"
import { OffboardingNotFound } from "../offboardings/errors.ts"
import {
  DocumentNotFound,
  DocumentStorageUnavailable,
  FileUnknown,
  ReferenceRequired,
  SignerRequired,
  StatusInvalid,
  StorageQuotaReached,
  UploadTooLarge
} from "./errors.ts"
import {
  AddDocument,
  CaseFiles,
  ChangeDocument,
  ComplianceDocument,
  DocumentPage,
  FileLink,
  ListDocuments,
  ListedDocument,
  UploadDocument,
  UploadedDocument
} from "./schema.ts"

const ofCase = { id: described(OffboardingId, "The offboarding") }
const ofDocument = { docId: described(DocumentId, "The document") }
const view = { permission: "compliance_view" } as const
const manage = { permission: "compliance_manage" } as const

/** Papers of a case: the records (papers-7 to papers-13). */
export class DocumentsApi extends HttpApiGroup.make("documents")
  .add(
    HttpApiEndpoint.get("listAll", "/compliance", { query: ListDocuments, success: DocumentPage }).annotateMerge(
      route(
        view,
        "List the documents of all offboardings",
        "Those of offboardings in the caller's record scope that pass every filter, with whose they are: the newest " +
          "first, unless `expiry` is asked for."
      )
    ),
    HttpApiEndpoint.get("list", "/:id/compliance", {
      params: ofCase,
      query: {
        limit: WholeNumberParam({ minimum: 1, maximum: 500, default: 100, description: "Documents in the answer" }),
        offset: WholeNumberParam({ minimum: 0, maximum: 1_000_000, default: 0, description: "How many to skip" })
      },
      success: Schema.Struct({
        rows: Schema.Array(ListedDocument),
        total: Schema.Int,
        limit: Schema.Int,
        offset: Schema.Int
      }),
      error: OffboardingNotFound
    }).annotateMerge(route(view, "List the documents of an offboarding", "Oldest first.")),
    HttpApiEndpoint.post("add", "/:id/compliance", {
      params: ofCase,
      payload: AddDocument,
      success: ComplianceDocument,
      error: [InvalidRequest, OffboardingNotFound]
    }).annotateMerge(
      route(manage, "Add a document to an offboarding", "With the public address of a file, or without a file.")
    ),
    HttpApiEndpoint.patch("change", "/compliance/:docId/status", {
      params: ofDocument,
      payload: ChangeDocument,
      success: ComplianceDocument,
      error: [
        StatusInvalid,
        SignerRequired,
        ReferenceRequired,
        ReasonRequired,
        PermissionDenied,
        DocumentNotFound,
        LegalHoldInForce
      ]
    }).annotateMerge(
      route(
        manage,
        "Change the status of a document",
        "`signed` and `completed` need `signed_by`, now or already on the document, and without a file a " +
          "`signature_reference`. A signature that a provider verified is final: only an Admin or a Super Admin " +
          "changes it, with a `reason`. Under legal hold a signature does not change; `expires_on` may."
      )
    ),
    HttpApiEndpoint.delete("remove", "/compliance/:docId", {
      params: ofDocument,
      query: ReasonQuery,
      payload: ReasonBody,
      success: Schema.Struct({ success: Schema.tag(true) }),
      error: [ReasonRequired, DocumentNotFound, LegalHoldInForce]
    }).annotateMerge(
      route(manage, "Delete a document", "The record and its stored file, with a reason that is kept in the audit log.")
    )
  )
  .pipe(behindSession)
  .prefix("/api/employees")
  .annotateMerge(group("Compliance documents", "The paperwork of a departure")) {}

const ofFiles = { offboardingId: described(OffboardingId, "The offboarding") }

/** Papers of a case: their files (papers-1 to papers-6). */
export class DocumentFilesApi extends HttpApiGroup.make("document-files")
  .add(
    HttpApiEndpoint.post("upload", "/compliance/:offboardingId", {
      params: ofFiles,
      payload: UploadDocument,
      success: UploadedDocument.pipe(HttpApiSchema.status(201)),
      error: [InvalidRequest, OffboardingNotFound, StorageQuotaReached, UploadTooLarge, DocumentStorageUnavailable]
    }).annotateMerge(
      route(
        { ...manage, feature: "fileUploads" },
        "Upload a document",
        "A PDF, DOC, DOCX, PNG or JPG of at most 10 MB. What it is is told by its content, and its name must say " +
          "the same. With `document` it becomes the file of a pending document of the offboarding that has none, such as " +
          "one that the law asks for. The files of an organisation together have a quota (409 `storage_quota`)."
      )
    ),
    HttpApiEndpoint.get("file", "/files/*", {
      params: { "*": described(Schema.String, "The file's key, as `file_url` of its document has it") },
      success: FileLink,
      error: [FileUnknown, DocumentStorageUnavailable]
    }).annotateMerge(route(view, "Get a link to a stored file", "Good for 15 minutes.")),
    HttpApiEndpoint.get("files", "/compliance-zip/:offboardingId", {
      params: ofFiles,
      success: CaseFiles,
      error: [OffboardingNotFound, DocumentStorageUnavailable]
    }).annotateMerge(
      route(
        view,
        "Get links to all documents of an offboarding",
        "One for every document that has a file, good for 15 minutes."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/upload")
  .annotateMerge(group("Files of documents", "Uploads, and links to files")) {}
