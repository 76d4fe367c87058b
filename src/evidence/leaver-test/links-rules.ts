import type { AuditorLink } from "@svc/contract/leaver-test/schema"
import { DateTime } from "effect"

/** Names the key of the digests of links' tokens. */
export const auditorPurpose = "auditor-link"

/** 32 bytes as base64url. */
export const isAuditorToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/** Its days from now, but not beyond the test's retention. */
export const linkEnd = (now: DateTime.Utc, days: number, testEnds: DateTime.Utc | null): DateTime.Utc => {
  const end = DateTime.add(now, { days })
  return testEnds === null ? end : DateTime.min(end, testEnds)
}

interface StoredLink extends Omit<AuditorLink, "created_by_name"> {
  readonly created_by_name: string | null
}

export const shownLink = (link: StoredLink): AuditorLink => ({
  ...link,
  created_by_name: link.created_by_name ?? "Deleted user"
})
