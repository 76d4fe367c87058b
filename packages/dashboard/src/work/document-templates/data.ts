import { DocumentTemplatesApi } from "@svc/contract/document-templates/api"
import type { CreateDocumentTemplate, UpdateDocumentTemplate } from "@svc/contract/document-templates/schema"
import type { DocumentTemplateId, OffboardingId } from "@svc/contract/kernel/ids"
import { clientOf } from "#platform/api.ts"
import { action, query, queryOne } from "#platform/atoms.ts"

const templates = clientOf(DocumentTemplatesApi)

const keys = ["document templates"]

/** Document templates. */
export const documentTemplates = queryOne(() => templates.list({ query: { limit: 500, offset: 0 } }), keys)

export const documentTemplate = query((id: DocumentTemplateId) => templates.get({ params: { id } }), {
  keys: () => keys
})

export const createLetter = action(
  (payload: CreateDocumentTemplate) => templates.create({ payload }),
  () => keys
)

export const changeLetter = action(
  ({ changes, id }: { readonly id: DocumentTemplateId; readonly changes: UpdateDocumentTemplate }) =>
    templates.update({ params: { id }, payload: changes }),
  () => keys
)

export const removeLetter = action(
  (id: DocumentTemplateId) => templates.remove({ params: { id } }),
  () => keys
)

/** Generates a document of a case from a template. */
export const generate = (id: DocumentTemplateId, offboardingId: OffboardingId) =>
  templates.generate({ params: { id }, payload: { offboardingId } })

export const generateDocument = action(
  ({ id, inCase }: { readonly id: DocumentTemplateId; readonly inCase: OffboardingId }) => generate(id, inCase),
  ({ inCase }) => [`case ${inCase}`]
)
