import { ESignatureApi } from "@svc/contract/esignature/api"
import type { RequestSignature } from "@svc/contract/esignature/schema"
import type { DocumentId, OffboardingId } from "@svc/contract/kernel/ids"
import { clientOf } from "#platform/api.ts"
import { action, query, queryOne } from "#platform/atoms.ts"

const esignature = clientOf(ESignatureApi)

/** Connected e-signature providers. */
export const signingProviders = queryOne(() => esignature.connections({}), ["integrations"])

/** Expiry and reminder settings. */
export const signingSettings = queryOne(() => esignature.settings({}), ["esignature settings"])

interface OfDocument {
  readonly inCase: OffboardingId
  readonly documentId: DocumentId
}

/** Status of the signature request. */
export const signatureStatus = query(({ documentId }: OfDocument) => esignature.status({ params: { documentId } }), {
  keys: ({ inCase }) => [`case ${inCase}`]
})

export const requestSignature = action(
  ({ documentId, inCase: _inCase, ...payload }: RequestSignature & OfDocument) =>
    esignature.request({ params: { documentId }, payload }),
  ({ inCase }) => [`case ${inCase}`, "documents"]
)

export const cancelSignature = action(
  ({ documentId }: OfDocument) => esignature.cancel({ params: { documentId } }),
  ({ inCase }) => [`case ${inCase}`, "documents"]
)
