import { Schema } from "effect"
import { Refusal } from "../kernel/refusal.ts"

/** Unknown, another organisation's, or of a case outside the caller's record scope: all answered alike. */
export class ResidualAccessNotFound extends Refusal<ResidualAccessNotFound>()("ResidualAccessNotFound", 404, {
  error: Schema.tag("Finding not found")
}) {}
