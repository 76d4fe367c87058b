import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { DocumentStorageUnavailable, StorageQuotaReached } from "../documents/errors.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { InvalidRequest } from "../kernel/errors.ts"
import { DocumentTemplateId } from "../kernel/ids.ts"
import { WholeNumberParam } from "../kernel/paging.ts"
import { group, route } from "../kernel/route.ts"
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
        limit: WholeNumberParam({ minimum: 1, maximum: 500, default: 100, description: "Templates per page" }),
        offset: WholeNumberParam({ minimum: 0, maximum: 1_000_000, default: 0, description: "Templates to skip" })
      },
      success: DocumentTemplates
    }).annotateMerge(route(view, "List document templates", "By name, with the available merge fields.")),
    HttpApiEndpoint.get("get", "/:id", {
      params,
      success: DocumentTemplate,
      error: DocumentTemplateNotFound
    }).annotateMerge(route(view, "View a document template", "With its HTML.")),
    HttpApiEndpoint.post("create", "/", {
      payload: CreateDocumentTemplate,
      success: DocumentTemplate.pipe(HttpApiSchema.status(201)),
      error: [InvalidRequest, DocumentTemplateNameTaken]
    }).annotateMerge(
      route(
        manage,
        "Create a document template",
        "HTML with merge fields such as `{{employee_name}}`. Unknown merge fields are refused by name."
      )
    ),
    HttpApiEndpoint.patch("update", "/:id", {
      params,
      payload: UpdateDocumentTemplate,
      success: DocumentTemplate,
      error: [InvalidRequest, DocumentTemplateNotFound, DocumentTemplateNameTaken]
    }).annotateMerge(route(manage, "Change a document template", "Existing documents do not change.")),
    HttpApiEndpoint.delete("remove", "/:id", {
      params,
      success: Schema.Struct({ success: Schema.tag(true) }),
      error: [DocumentTemplateNotFound, DocumentTemplateInUse]
    }).annotateMerge(route(manage, "Delete a document template", "Refused while a document generated from it exists.")),
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
    }).annotateMerge(
      route(
        manage,
        "Generate a document",
        "Fills in the template from an offboarding and adds the HTML file to its documents. Values are inserted " +
          "as text, never as HTML, and the file runs no script. `signed_url` is valid for 15 minutes."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/document-templates")
  .annotateMerge(group("Document templates", "Documents filled in from an offboarding")) {}
