import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

/** Unknown or another organization's. */
export class DocumentTemplateNotFound extends Refusal<DocumentTemplateNotFound>()("DocumentTemplateNotFound", 404, {
  error: Schema.tag("Document template not found")
}) {}

/** Documents were generated from it (letters-2). */
export class DocumentTemplateInUse extends Refusal<DocumentTemplateInUse>()("DocumentTemplateInUse", 409, {
  error: Schema.tag("Documents were generated from this template, so it cannot be deleted. Delete the documents first"),
  code: Schema.tag("template_in_use")
}) {}

export class DocumentTemplateNameTaken extends Refusal<DocumentTemplateNameTaken>()("DocumentTemplateNameTaken", 409, {
  error: Schema.tag("Another template has this name. Choose a different name"),
  code: Schema.tag("name_taken")
}) {}
