import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal } from "../kernel/refusal.ts"

export class SourceNotConnected extends Refusal<SourceNotConnected>("SourceNotConnected")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "No HR system is connected. Connect one under Integrations first"
    }),
    code: Schema.tag("not_connected")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "SourceNotConnected"
}

export class SyncRunning extends Refusal<SyncRunning>("SyncRunning")(
  { error: Schema.tag("A sync is running already. Try again when it is done"), code: Schema.tag("sync_running") },
  { httpApiStatus: 409 }
) {
  readonly _tag = "SyncRunning"
}

/** What was read before stays. */
export class SourceFailed extends Refusal<SourceFailed>("SourceFailed")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "BambooHR answered 503 Service Unavailable. What was read before that is kept; try again later"
    }),
    code: Schema.tag("source_failed")
  },
  { httpApiStatus: 502 }
) {
  readonly _tag = "SourceFailed"
}

/** Unknown, another organisation's, or of a person outside the caller's scope: all answered alike. */
export class HrisReviewNotFound extends Refusal<HrisReviewNotFound>("HrisReviewNotFound")(
  { error: Schema.tag("Review item not found") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "HrisReviewNotFound"
}

export class HrisReviewDecided extends Refusal<HrisReviewDecided>("HrisReviewDecided")(
  {
    error: Schema.tag("This item does not wait any more. Load it again to see what became of it"),
    code: Schema.tag("not_waiting")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "HrisReviewDecided"
}

export class ExitDateRequired extends Refusal<ExitDateRequired>("ExitDateRequired")(
  { error: Schema.tag("exit_date is needed: nobody said when the last working day is") },
  { httpApiStatus: 400 }
) {
  readonly _tag = "ExitDateRequired"
}

/** An unknown connection, or a signature that is missing or not right: all answered alike. */
export class HrisSignatureInvalid extends Refusal<HrisSignatureInvalid>("HrisSignatureInvalid")(
  { error: Schema.tag("The connection is unknown or the signature is not valid") },
  { httpApiStatus: 401 }
) {
  readonly _tag = "HrisSignatureInvalid"
}
