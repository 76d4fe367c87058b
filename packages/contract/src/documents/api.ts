import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { ListCsv, listExport, wholeList } from "../audit-list-exports/schema.ts"
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
        "Documents of offboardings in the caller's record scope that match every filter, with the person's name; " +
          "newest first unless `expiry` is set."
      )
    ),
    HttpApiEndpoint.get("exportAll", "/compliance/export", {
      query: wholeList(ListDocuments),
      success: ListCsv
    }).annotateMerge(listExport(view, "documents")),
    HttpApiEndpoint.get("list", "/:id/compliance", {
      params: ofCase,
      query: {
        limit: WholeNumberParam({ minimum: 1, maximum: 500, default: 100, description: "Documents per page" }),
        offset: WholeNumberParam({ minimum: 0, maximum: 1_000_000, default: 0, description: "Documents to skip" })
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
      route(manage, "Add a document to an offboarding", "With the public URL of a file, or without a file.")
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
        "`signed` and `completed` need `signed_by`, in the request or already on the document, and without a " +
          "file also `signature_reference`. Only an Admin or a Super Admin can change a signature verified by a " +
          "provider, and only with a `reason`. Under legal hold a signature cannot change; `expires_on` can."
      )
    ),
    HttpApiEndpoint.delete("remove", "/compliance/:docId", {
      params: ofDocument,
      query: ReasonQuery,
      payload: ReasonBody,
      success: Schema.Struct({ success: Schema.tag(true) }),
      error: [ReasonRequired, DocumentNotFound, LegalHoldInForce]
    }).annotateMerge(
      route(manage, "Delete a document", "Deletes the record and its stored file. The audit log keeps the reason.")
    )
  )
  .pipe(behindSession)
  .prefix("/api/employees")
  .annotateMerge(group("Compliance documents", "Documents of an offboarding")) {}

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
        "A PDF, DOC, DOCX, PNG or JPG of at most 10 MB. The content determines the type, and the file name must " +
          "match it. With `document`, the file is attached to a pending document of the offboarding that has none, " +
          "such as one required by law. The files of an organization share a quota (409 `storage_quota`)."
      )
    ),
    HttpApiEndpoint.get("file", "/files/*", {
      params: { "*": described(Schema.String, "The file's key, as in `file_url` of its document") },
      success: FileLink,
      error: [FileUnknown, DocumentStorageUnavailable]
    }).annotateMerge(route(view, "Get a link to a stored file", "Valid for 15 minutes.")),
    HttpApiEndpoint.get("files", "/compliance-zip/:offboardingId", {
      params: ofFiles,
      success: CaseFiles,
      error: [OffboardingNotFound, DocumentStorageUnavailable]
    }).annotateMerge(
      route(
        view,
        "Get links to all documents of an offboarding",
        "One for each document with a file, valid for 15 minutes."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/upload")
  .annotateMerge(group("Document files", "Uploads and links to files")) {}
