import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

/** Nothing leaves without its entry in the chain, as with exports of the log (evidence-7). */
export class EvidenceRefused extends Refusal<EvidenceRefused>()("EvidenceRefused", 503, {
  error: Schema.tag("The evidence package could not be recorded in the audit log, so it was not sent. Try again later")
}) {}
