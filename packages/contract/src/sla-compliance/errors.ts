import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

/** Nothing leaves without its entry in the chain, as with exports of the log. */
export class SlaExportRefused extends Refusal<SlaExportRefused>()("SlaExportRefused", 503, {
  error: Schema.tag("The export could not be recorded in the audit log, so it was not sent. Try again later")
}) {}
