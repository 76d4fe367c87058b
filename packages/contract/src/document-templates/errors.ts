import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

/** Unknown or another organisation's. */
export class DocumentTemplateNotFound extends Refusal<DocumentTemplateNotFound>("DocumentTemplateNotFound")(
  { error: Schema.tag("Document template not found") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "DocumentTemplateNotFound"
}

/** Documents were generated from it (letters-2). */
export class DocumentTemplateInUse extends Refusal<DocumentTemplateInUse>("DocumentTemplateInUse")(
  {
    error: Schema.tag("Documents were generated from this template. Delete them first"),
    code: Schema.tag("template_in_use")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "DocumentTemplateInUse"
}

export class DocumentTemplateNameTaken extends Refusal<DocumentTemplateNameTaken>("DocumentTemplateNameTaken")(
  {
    error: Schema.tag("Another template has this name. Choose another one"),
    code: Schema.tag("name_taken")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "DocumentTemplateNameTaken"
}
