import { Schema } from "effect"
import { Multipart } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import { ESignatureStatus } from "../esignature/schema.ts"
import { CalendarDate, isDateTimeText, Timestamp } from "../kernel/dates.ts"
import { examples } from "../kernel/examples.ts"
import { described } from "../kernel/described.ts"
import { DocumentId, OffboardingId } from "../kernel/ids.ts"
import { OffsetPage, OffsetParams } from "../kernel/paging.ts"
import { RequiredText, Text } from "../kernel/text.ts"
import { TrueOrFalse } from "../kernel/true-or-false.ts"
import { OffboardingStatus } from "../offboardings/schema.ts"

export const DocumentStatus = Schema.Literals(["pending", "signed", "completed"])
export type DocumentStatus = typeof DocumentStatus.Type

/** A paper of a case (papers-7). */
export const ComplianceDocument = Schema.Struct({
  id: DocumentId,
  offboarding_id: OffboardingId,
  name: Schema.String,
  doc_type: Schema.String,
  status: DocumentStatus,
  /** A key of the file storage, useful only for `GET /api/upload/files/*`, or the given public URL. */
  file_url: Schema.NullOr(Schema.String),
  signed_by: Schema.NullOr(Schema.String),
  signed_at: Schema.NullOr(Timestamp),
  signature_reference: Schema.NullOr(Schema.String),
  expires_on: Schema.NullOr(CalendarDate),
  /** `not_requested` when no signature was ever requested of a provider. */
  esignature_status: ESignatureStatus,
  created_at: Timestamp
})
export type ComplianceDocument = typeof ComplianceDocument.Type

/** The same in a list, with what an e-signature provider gave back: keys of the file storage, as `file_url` is one. */
export const ListedDocument = Schema.Struct({
  ...ComplianceDocument.fields,
  signed_file_url: Schema.NullOr(Schema.String),
  certificate_file_url: Schema.NullOr(Schema.String)
})
export type ListedDocument = typeof ListedDocument.Type

/** The same among those of all cases, with whose it is. */
export const FoundDocument = Schema.Struct({
  ...ListedDocument.fields,
  employee_name: Schema.String,
  department: Schema.String,
  exit_date: CalendarDate,
  offboarding_status: OffboardingStatus
}).annotate({ identifier: "FoundDocument" })
export type FoundDocument = typeof FoundDocument.Type

export const DocumentPage = OffsetPage(FoundDocument)
export type DocumentPage = typeof DocumentPage.Type

/** `requested`: it is with the signer, or on its way there (`pending`, `sending`); all others as `esignature_status`. */
export const SignatureAsked = Schema.Literals([
  "requested",
  "signed",
  "declined",
  "expired",
  "cancelled",
  "voided",
  "failed",
  "not_requested"
])
export type SignatureAsked = typeof SignatureAsked.Type

/** A document that holds no longer than this many days ends soon. */
export const soonDays = 30

export const DocumentExpiry = Schema.Literals(["expired", "soon"])
export type DocumentExpiry = typeof DocumentExpiry.Type

export const ListDocuments = {
  ...OffsetParams({ default: 50, maximum: 100 }),
  status: Schema.optionalKey(described(DocumentStatus, "Only documents of this status", { example: "pending" })),
  kind: Schema.optionalKey(
    described(
      Text(100),
      "Only documents with this `doc_type`; case-insensitive. `NDA` and `non-disclosure agreement` count as one type",
      { example: "NDA" }
    )
  ),
  signature: Schema.optionalKey(
    described(SignatureAsked, "Only documents with this e-signature status; `requested` means `sending` or `pending`", {
      example: "requested"
    })
  ),
  expiry: Schema.optionalKey(
    described(
      DocumentExpiry,
      `\`expired\`: only expired documents; \`soon\`: only those that expire today or in the next ${soonDays} days, ` +
        "on the organization's calendar; earliest first"
    )
  ),
  open: Schema.optionalKey(
    described(
      TrueOrFalse,
      "`true`: only documents of offboardings neither completed nor canceled; `false`: only the others"
    )
  ),
  q: Schema.optionalKey(
    described(Text(200), "Search in document name, type and person's name; case-insensitive", {
      example: "severance"
    })
  )
}
const Query = Schema.Struct(ListDocuments)
export type ListDocuments = typeof Query.Type

/** What the upload answers. */
export const UploadedDocument = Schema.Struct({
  id: DocumentId,
  offboarding_id: OffboardingId,
  name: Schema.String,
  doc_type: Schema.String,
  status: DocumentStatus,
  file_url: Schema.NullOr(Schema.String),
  created_at: Timestamp
})
export type UploadedDocument = typeof UploadedDocument.Type

/** What a name and a kind may be, wherever they are given. */
export const DocumentName = RequiredText(255)
export const DocumentType = RequiredText(100)

/** Bytes of an uploaded file: 10 MiB are taken, one more is not (papers-2). */
export const largestUpload = 10 * 1024 * 1024

/** An upload's fields, in addition to its file. */
export const UploadTexts = Schema.Struct({
  docType: Schema.optionalKey(described(Text(100), "Document type; default: `Other`")),
  name: Schema.optionalKey(described(Text(255), "Document name; default: the file's name"))
})

export const UploadDocument = Schema.Struct({
  file: described(Multipart.SingleFileSchema, "PDF, DOC, DOCX, PNG or JPG of at most 10 MB"),
  ...UploadTexts.fields,
  document: Schema.optionalKey(
    described(DocumentId, "The pending document without a file that this file belongs to; it keeps its name and type")
  )
}).pipe(HttpApiSchema.asMultipart())

export const AddDocument = Schema.Struct({
  name: DocumentName,
  docType: Schema.optionalKey(described(DocumentType, "Default: `Other`")),
  fileUrl: Schema.optionalKey(
    described(Schema.NullOr(Text(2048)), "A public https:// URL; private, internal and loopback hosts are refused")
  )
})
export type AddDocument = typeof AddDocument.Type

/** When a paper was signed: the day, or the moment. */
const DayOrMoment = Schema.String.check(
  Schema.makeFilter(
    (text) =>
      Schema.is(CalendarDate)(text) || isDateTimeText(text)
        ? undefined
        : "must be a day as YYYY-MM-DD, or a date-time with a time zone, for example 2026-03-02T12:00:00Z",
    examples("2026-0[1-9]-[12][0-9]T[01][0-9]:[0-5][0-9]:[0-5][0-9]Z")
  )
)

export const ChangeDocument = Schema.Struct({
  status: Schema.optionalKey(described(Schema.Json, "`pending`, `signed` or `completed`")),
  signed_by: Schema.optionalKey(Schema.NullOr(Text(200))),
  signed_at: Schema.optionalKey(
    described(Schema.NullOr(DayOrMoment), "A day, or an RFC 3339 date-time with its zone; default: now")
  ),
  signature_reference: Schema.optionalKey(Schema.NullOr(Text(500))),
  expires_on: Schema.optionalKey(Schema.NullOr(CalendarDate)),
  reason: Schema.optionalKey(
    described(Schema.Json, "Why a signature verified by a provider is changed: 5 to 500 characters")
  )
})
export type ChangeDocument = typeof ChangeDocument.Type

/** A link that works without signing in until it expires. */
export const FileLink = Schema.Struct({ url: Schema.String, expires_at: Timestamp })
export type FileLink = typeof FileLink.Type

/** One link for every document of an offboarding that has a file; a given URL is returned unchanged. */
export const CaseFiles = Schema.Struct({
  files: Schema.Array(
    Schema.Struct({
      id: DocumentId,
      name: Schema.String,
      doc_type: Schema.String,
      url: Schema.String,
      /** Null for a given URL. */
      expires_at: Schema.NullOr(Timestamp),
      /** What an e-signature provider gave back: the signed file, and its certificate where that is a file of its own. */
      signed_url: Schema.NullOr(Schema.String),
      certificate_url: Schema.NullOr(Schema.String)
    })
  )
})
export type CaseFiles = typeof CaseFiles.Type
