import type { LeaverTest, LeaverTestStatus } from "@svc/contract/leaver-test/schema"
import { DateTime } from "effect"
import type { LeaverTestRow } from "./tests-repo.ts"

/** As long as an audit of the year may last. */
export const expiresAfterDays = 400
export const listed = 20
export const linkSeconds = 600

/** Tests per organization in any 24 hours (proof-84). */
export const testsPerDay = 20

/** Expired is what has reached its time, whether or not the job was there already. */
export const statusAt = (
  { expires_at, status }: Pick<LeaverTestRow, "expires_at" | "status">,
  now: DateTime.Utc
): LeaverTestStatus =>
  status === "ready" && expires_at !== null && DateTime.isLessThanOrEqualTo(expires_at, now) ? "expired" : status

/** The test as it is shown at this moment. */
export const shownAt = ({ storage_key: _storageKey, ...shown }: LeaverTestRow, now: DateTime.Utc): LeaverTest => {
  const status = statusAt(shown, now)
  return {
    ...shown,
    status,
    // What a worker wrote stays in the row; it tells something while the test is made.
    progress: status === "running" ? shown.progress : null,
    requested_by_name: shown.requested_by_name ?? "Deleted user",
    download_available: status === "ready"
  }
}

/** Why there is nothing to download, as the refusal says it; undefined for a ready test. */
export const unavailable = (status: LeaverTestStatus) => {
  switch (status) {
    case "queued":
    case "running":
      return {
        code: "leaver_test_not_ready",
        error: "This leaver access test is not ready yet. You get an email when it is"
      } as const
    case "failed":
      return { code: "leaver_test_failed", error: "This leaver access test has failed. Request a new one" } as const
    case "expired":
      return {
        code: "leaver_test_expired",
        error: "This leaver access test has expired and was deleted. Request a new one"
      } as const
    case "withdrawn":
      return {
        code: "leaver_test_withdrawn",
        error:
          "This leaver access test named a person who was erased since, so it was deleted. Request a new one: it has their row, without their name"
      } as const
    case "ready":
      return undefined
  }
}
