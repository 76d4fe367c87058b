import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

/** Unknown, another organization's, or of a case outside the caller's record scope: one response. */
export class ResidualAccessNotFound extends Refusal<ResidualAccessNotFound>()("ResidualAccessNotFound", 404, {
  error: Schema.tag("Finding not found")
}) {}
