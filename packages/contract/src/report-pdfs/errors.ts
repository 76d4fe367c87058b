import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

/** Nothing leaves without its entry in the chain (proof-55). */
export class PdfRefused extends Refusal<PdfRefused>()("PdfRefused", 503, {
  error: Schema.tag("The PDF could not be recorded in the audit log, so it was not sent. Try again later")
}) {}
