import { DocumentFilesApi, DocumentsApi } from "@svc/contract/documents/api"
import type { ChangeDocument, ListDocuments } from "@svc/contract/documents/schema"
import type { DocumentId, OffboardingId } from "@svc/contract/kernel/ids"
import { clientOf } from "#platform/api.ts"
import { action, query } from "#platform/atoms.ts"

const documents = clientOf(DocumentsApi)
const files = clientOf(DocumentFilesApi)

/** Documents of a case, oldest first. */
export const caseDocuments = query(
  (id: OffboardingId) => documents.list({ params: { id }, query: { limit: 500, offset: 0 } }),
  { keys: (id) => [`case ${id}`] }
)

type Filters = Omit<ListDocuments, "limit" | "offset"> & { readonly offset?: number }

export const pageSize = 50

/** Documents of all cases, newest first. */
export const documentPage = query(
  ({ offset = 0, ...filters }: Filters) => documents.listAll({ query: { ...filters, offset, limit: pageSize } }),
  // Each includes its employee.
  { keys: () => ["documents", "cases"] }
)

/** Documents of all cases as CSV. */
export const exportDocuments = action(
  (query: Omit<Filters, "offset">) => documents.exportAll({ query }),
  () => []
)

/** Links to all files of a case, valid for 15 minutes. */
export const fileLinks = action(
  ({ inCase }: { readonly inCase: OffboardingId; readonly only?: DocumentId }) =>
    files.files({ params: { offboardingId: inCase } }),
  () => []
)

interface Upload {
  readonly inCase: OffboardingId
  readonly file: File
  readonly name?: string | undefined
  readonly docType?: string | undefined
  /** The document without a file to attach it to. */
  readonly document?: DocumentId | undefined
}

const formOf = ({ docType, document, file, name }: Upload) => {
  const form = new FormData()
  if (name !== undefined) form.set("name", name)
  if (docType !== undefined) form.set("docType", docType)
  if (document !== undefined) form.set("document", document)
  form.set("file", file)
  return form
}

export const uploadDocument = action(
  (upload: Upload) => files.upload({ params: { offboardingId: upload.inCase }, payload: formOf(upload) }),
  ({ inCase }) => [`case ${inCase}`, "documents"]
)

interface OfDocument {
  readonly inCase: OffboardingId
  readonly docId: DocumentId
}

export const changeDocument = action(
  ({ docId, inCase: _inCase, ...payload }: ChangeDocument & OfDocument) =>
    documents.change({ params: { docId }, payload }),
  ({ inCase }) => [`case ${inCase}`, "documents", "cases"]
)

export const removeDocument = action(
  ({ docId, reason }: OfDocument & { readonly reason: string }) =>
    documents.remove({ params: { docId }, query: {}, payload: { reason } }),
  ({ inCase }) => [`case ${inCase}`, "documents", "cases"]
)
