import { DocumentTemplatesApi } from "@svc/contract/document-templates/api"
import type { DocumentTemplateId, OffboardingId } from "@svc/contract/kernel/ids"
import { clientOf } from "../platform/api.ts"
import { action, queryOne } from "../platform/atoms.ts"

const templates = clientOf(DocumentTemplatesApi)

/** Letters that can be filled in from a case. */
export const documentTemplates = queryOne(
  () => templates.list({ query: { limit: 500, offset: 0 } }),
  ["document templates"]
)

/** Fills the letter in from a case and puts it among its documents. */
export const generate = (id: DocumentTemplateId, offboardingId: OffboardingId) =>
  templates.generate({ params: { id }, payload: { offboardingId } })

export const generateDocument = action(
  ({ id, inCase }: { readonly id: DocumentTemplateId; readonly inCase: OffboardingId }) => generate(id, inCase),
  ({ inCase }) => [`case ${inCase}`]
)
