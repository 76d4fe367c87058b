import type { AuditorLink, LeaverTestStatus } from "@svc/contract/leaver-test/schema"
import { DateTime } from "effect"

/** Names the key of the digests of links' tokens. */
export const auditorPurpose = "auditor-link"

/** 32 bytes as base64url. */
export const isAuditorToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/** So many days from now, but no longer than the test itself is kept. */
export const linkEnd = (now: DateTime.Utc, days: number, testEnds: DateTime.Utc | null): DateTime.Utc => {
  const end = DateTime.add(now, { days })
  return testEnds === null ? end : DateTime.min(end, testEnds)
}

interface Kept {
  readonly status: LeaverTestStatus
  readonly expires_at: DateTime.Utc | null
}

/** Expired is what has reached its time, whether or not the job was there already. */
export const statusNow = ({ expires_at, status }: Kept, now: DateTime.Utc): LeaverTestStatus =>
  status === "ready" && expires_at !== null && DateTime.isLessThanOrEqualTo(expires_at, now) ? "expired" : status

/** Why nothing of a test can be handed on, as the refusal says it; undefined for a ready one. */
export const notReady = (status: LeaverTestStatus) => {
  switch (status) {
    case "queued":
    case "running":
      return { code: "leaver_test_not_ready", error: "This leaver test is not ready yet. Wait until it is" } as const
    case "failed":
      return { code: "leaver_test_failed", error: "This leaver test has failed. Request a new one" } as const
    case "expired":
      return {
        code: "leaver_test_expired",
        error: "This leaver test has expired and is deleted. Request a new one"
      } as const
    case "withdrawn":
      return {
        code: "leaver_test_withdrawn",
        error: "This leaver test named a person who was erased since, so it is withdrawn. Request a new one"
      } as const
    case "ready":
      return undefined
  }
}

interface StoredLink extends Omit<AuditorLink, "created_by_name"> {
  readonly created_by_name: string | null
}

export const shownLink = (link: StoredLink): AuditorLink => ({
  ...link,
  created_by_name: link.created_by_name ?? "Deleted user"
})
