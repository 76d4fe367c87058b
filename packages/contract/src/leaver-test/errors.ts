import { Schema } from "effect"
import { Refusal, sentence } from "../kernel/refusal.ts"
import { LeaverTest } from "./schema.ts"

/** One test at a time per organization; the body shows the one in progress. */
export class LeaverTestInProgress extends Refusal<LeaverTestInProgress>()("LeaverTestInProgress", 409, {
  error: Schema.tag("A leaver access test of this organization is already in progress. Try again when it is ready"),
  code: Schema.tag("leaver_test_in_progress"),
  test: LeaverTest
}) {}

/** Not ready yet, failed, expired or withdrawn. */
export class LeaverTestUnavailable extends Refusal<LeaverTestUnavailable>()("LeaverTestUnavailable", 409, {
  error: sentence("This leaver access test has expired and was deleted. Request a new one"),
  code: Schema.Literals(["leaver_test_not_ready", "leaver_test_failed", "leaver_test_expired", "leaver_test_withdrawn"])
}) {}

/** Unknown or another organization's. */
export class LeaverTestNotFound extends Refusal<LeaverTestNotFound>()("LeaverTestNotFound", 404, {
  error: Schema.tag("Leaver access test not found")
}) {}

/** Unknown, or of another test or organization. */
export class AuditorLinkNotFound extends Refusal<AuditorLinkNotFound>()("AuditorLinkNotFound", 404, {
  error: Schema.tag("Auditor link not found")
}) {}

export class LeaverTestStorageMissing extends Refusal<LeaverTestStorageMissing>()("LeaverTestStorageMissing", 503, {
  error: Schema.tag("File storage is not configured on this server. Contact support")
}) {}

export class LeaverTestStorageFull extends Refusal<LeaverTestStorageFull>()("LeaverTestStorageFull", 503, {
  error: Schema.tag(
    "The file storage disk is nearly full, so the leaver access test was not started. Try again later, or contact support"
  )
}) {}

/** The storage gave no link, or the download could not be recorded, without which there is none. */
export class LeaverTestDownloadRefused extends Refusal<LeaverTestDownloadRefused>()("LeaverTestDownloadRefused", 503, {
  error: Schema.tag(
    "The download could not be prepared or recorded in the audit log, so it was refused. Try again later"
  )
}) {}
