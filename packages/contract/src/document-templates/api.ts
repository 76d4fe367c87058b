import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DocumentStorageUnavailable, StorageQuotaReached } from "../documents/errors.ts"
import { Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { InvalidRequest } from "../kernel/errors.ts"
import { DocumentTemplateId } from "../kernel/ids.ts"
import { WholeNumberParam } from "../kernel/paging.ts"
import { says } from "../kernel/says.ts"
import { OffboardingNotFound } from "../offboardings/errors.ts"
import { DocumentTemplateInUse, DocumentTemplateNameTaken, DocumentTemplateNotFound } from "./errors.ts"
import {
  CreateDocumentTemplate,
  DocumentTemplate,
  DocumentTemplates,
  GenerateDocument,
  GeneratedDocument,
  UpdateDocumentTemplate
} from "./schema.ts"

const params = { id: described(DocumentTemplateId, "The template") }
const view = { permission: "compliance_view" } as const
const manage = { permission: "compliance_manage" } as const

/** Letters that are filled in from a case (letters-1). */
export class DocumentTemplatesApi extends HttpApiGroup.make("document-templates")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: {
        limit: WholeNumberParam({ minimum: 1, maximum: 500, default: 100, description: "Templates in the answer" }),
        offset: WholeNumberParam({ minimum: 0, maximum: 1_000_000, default: 0, description: "How many to skip" })
      },
      success: DocumentTemplates
    })
      .annotateMerge(says("List document templates", "By name, with the merge fields that templates may use."))
      .annotate(Requires, view),
    HttpApiEndpoint.get("get", "/:id", { params, success: DocumentTemplate, error: DocumentTemplateNotFound })
      .annotateMerge(says("View a document template", "With its HTML."))
      .annotate(Requires, view),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateDocumentTemplate,
      success: DocumentTemplate.pipe(HttpApiSchema.status(201)),
      error: [InvalidRequest, DocumentTemplateNameTaken]
    })
      .annotateMerge(
        says(
          "Create a document template",
          "HTML with merge fields such as `{{employee_name}}`. What is no merge field is refused by name."
        )
      )
      .annotate(Requires, manage),
    HttpApiEndpoint.patch("update", "/:id", {
      params,
      payload: UpdateDocumentTemplate,
      success: DocumentTemplate,
      error: [InvalidRequest, DocumentTemplateNotFound, DocumentTemplateNameTaken]
    })
      .annotateMerge(says("Change a document template", "Documents that were generated from it stay as they are."))
      .annotate(Requires, manage),
    HttpApiEndpoint.delete("remove", "/:id", {
      params,
      success: Schema.Struct({ success: Schema.tag(true) }),
      error: [DocumentTemplateNotFound, DocumentTemplateInUse]
    })
      .annotateMerge(says("Delete a document template", "Refused while a document exists that was generated from it."))
      .annotate(Requires, manage),
    HttpApiEndpoint.post("generate", "/:id/generate", {
      params,
      payload: GenerateDocument,
      success: GeneratedDocument.pipe(HttpApiSchema.status(201)),
      error: [
        InvalidRequest,
        DocumentTemplateNotFound,
        OffboardingNotFound,
        StorageQuotaReached,
        DocumentStorageUnavailable
      ]
    })
      .annotateMerge(
        says(
          "Generate a document",
          "Fills the template in from an offboarding and adds the HTML file to its documents. Values are text, never " +
            "HTML, and the file runs no script. `signed_url` is good for 15 minutes."
        )
      )
      .annotate(Requires, manage)
  )
  .pipe(behindSession)
  .prefix("/api/document-templates")
  .annotateMerge(
    OpenApi.annotations({ title: "Document templates", description: "Letters that are filled in from a case" })
  ) {}
