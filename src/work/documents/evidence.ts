import type { EvidenceDocuments } from "@svc/contract/evidence/schema"
import type { DocumentRow } from "./repo.ts"

/** A stored file that is in its case's evidence. */
export interface EvidenceFile {
  /** In the bundle. */
  readonly path: string
  readonly key: string
}

const signedPath = (id: string) => `documents/${id}-signed.pdf`
const certificatePath = (id: string) => `documents/${id}-certificate.pdf`

const fileAt = (path: string, sha256: string | null) => (sha256 === null ? null : { path, sha256 })

/** A document as it is kept; who came for it by the portal link, the log says. */
export type EvidencedDocument = Omit<EvidenceDocuments["documents"][number], "portal_visits">

export const evidenced = (row: DocumentRow): EvidencedDocument => {
  const { esignature_status, id, name, sha256, signature_provider, signature_verified_at, signed_at, status } = row
  return {
    id,
    name,
    status,
    sha256,
    signed_at,
    esignature_status,
    signature:
      signature_provider === null || signature_verified_at === null
        ? null
        : {
            provider: signature_provider,
            reference: row.signature_reference,
            signed_by: row.signed_by,
            verified_at: signature_verified_at,
            signed_file: fileAt(signedPath(id), row.signed_file_sha256),
            certificate: fileAt(certificatePath(id), row.certificate_file_sha256)
          }
  }
}

/** What a provider gave back of it. */
export const evidenceFiles = ({
  certificate_file_key,
  id,
  signed_file_key
}: DocumentRow): ReadonlyArray<EvidenceFile> => [
  ...(signed_file_key === null ? [] : [{ path: signedPath(id), key: signed_file_key }]),
  ...(certificate_file_key === null ? [] : [{ path: certificatePath(id), key: certificate_file_key }])
]
