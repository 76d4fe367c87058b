import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal } from "../kernel/refusal.ts"
import { LeaverTest } from "./schema.ts"

/** One test at a time per organisation; the body shows the one that is under way. */
export class LeaverTestInProgress extends Refusal<LeaverTestInProgress>("LeaverTestInProgress")(
  {
    error: Schema.tag("A leaver test of this organisation is already being made. Wait until it is ready"),
    code: Schema.tag("leaver_test_in_progress"),
    test: LeaverTest
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "LeaverTestInProgress"
}

/** Not ready yet, failed, expired or withdrawn. */
export class LeaverTestUnavailable extends Refusal<LeaverTestUnavailable>("LeaverTestUnavailable")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "This leaver test has expired and is deleted. Request a new one"
    }),
    code: Schema.Literals([
      "leaver_test_not_ready",
      "leaver_test_failed",
      "leaver_test_expired",
      "leaver_test_withdrawn"
    ])
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "LeaverTestUnavailable"
}

/** Unknown or another organisation's. */
export class LeaverTestNotFound extends Refusal<LeaverTestNotFound>("LeaverTestNotFound")(
  { error: Schema.tag("Leaver test not found") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "LeaverTestNotFound"
}

/** Unknown, or of another test or organisation. */
export class AuditorLinkNotFound extends Refusal<AuditorLinkNotFound>("AuditorLinkNotFound")(
  { error: Schema.tag("Auditor link not found") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "AuditorLinkNotFound"
}

export class LeaverTestStorageMissing extends Refusal<LeaverTestStorageMissing>("LeaverTestStorageMissing")(
  { error: Schema.tag("File storage is not configured on this server. Contact support") },
  { httpApiStatus: 503 }
) {
  readonly _tag = "LeaverTestStorageMissing"
}

export class LeaverTestStorageFull extends Refusal<LeaverTestStorageFull>("LeaverTestStorageFull")(
  {
    error: Schema.tag(
      "The disk that files are stored on is nearly full, so no leaver test is made. Try again later or contact support"
    )
  },
  { httpApiStatus: 503 }
) {
  readonly _tag = "LeaverTestStorageFull"
}

/** The storage gave no link, or the download could not be recorded, without which there is none. */
export class LeaverTestDownloadRefused extends Refusal<LeaverTestDownloadRefused>("LeaverTestDownloadRefused")(
  { error: Schema.tag("The download could not be recorded or prepared, so it is refused. Try again later") },
  { httpApiStatus: 503 }
) {
  readonly _tag = "LeaverTestDownloadRefused"
}
