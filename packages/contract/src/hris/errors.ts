import { Schema } from "effect"
import { Refusal, sentence } from "../kernel/refusal.ts"

export class SourceNotConnected extends Refusal<SourceNotConnected>()("SourceNotConnected", 409, {
  error: sentence("No HR system is connected. Connect one under Integrations first"),
  code: Schema.tag("not_connected")
}) {}

export class SyncRunning extends Refusal<SyncRunning>()("SyncRunning", 409, {
  error: Schema.tag("A sync is already running. Try again when it has finished"),
  code: Schema.tag("sync_running")
}) {}

/** What was read before stays. */
export class SourceFailed extends Refusal<SourceFailed>()("SourceFailed", 502, {
  error: sentence("BambooHR answered 503 Service Unavailable. Data read before that is kept. Try again later"),
  code: Schema.tag("source_failed")
}) {}

/** Unknown, another organization's, or of a person outside the caller's scope: one response. */
export class HrisReviewNotFound extends Refusal<HrisReviewNotFound>()("HrisReviewNotFound", 404, {
  error: Schema.tag("Review item not found")
}) {}

export class HrisReviewDecided extends Refusal<HrisReviewDecided>()("HrisReviewDecided", 409, {
  error: Schema.tag("This review item is no longer waiting. Reload it to see the result"),
  code: Schema.tag("not_waiting")
}) {}

export class ExitDateRequired extends Refusal<ExitDateRequired>()("ExitDateRequired", 400, {
  error: Schema.tag("exit_date is missing. Send the last working day")
}) {}

/** An unknown connection, or a signature that is missing or not right: all answered alike. */
export class HrisSignatureInvalid extends Refusal<HrisSignatureInvalid>()("HrisSignatureInvalid", 401, {
  error: Schema.tag("The connection is unknown, or the signature is not valid")
}) {}
