import { type ExportCounts, type ExportStatus, OrganisationExport } from "@svc/contract/exports/schema"
import type { ExportId } from "@svc/contract/kernel/ids"
import { DateTime } from "effect"

export const expiresAfterDays = 7
export const listed = 20
export const linkSeconds = 600

/** Requests per user in any 24 hours (organisation-exports-4). */
export const requestsPerDay = 5

interface StoredExport {
  readonly id: ExportId
  readonly status: ExportStatus
  readonly requested_by_name: string | null
  readonly size_bytes: number | null
  readonly counts: ExportCounts | null
  readonly error: string | null
  readonly created_at: DateTime.Utc
  readonly completed_at: DateTime.Utc | null
  readonly expires_at: DateTime.Utc | null
  readonly storage_key: string
}

/** Expired is what has reached its time, whether or not the job was there already. */
export const statusAt = (
  { expires_at, status }: Pick<StoredExport, "expires_at" | "status">,
  now: DateTime.Utc
): ExportStatus =>
  status === "ready" && expires_at !== null && DateTime.isLessThanOrEqualTo(expires_at, now) ? "expired" : status

/** The export as it is shown at this moment. */
export const shownAt = (stored: StoredExport, now: DateTime.Utc): OrganisationExport => {
  const { storage_key: _storageKey, ...shown } = stored
  const status = statusAt(stored, now)
  return new OrganisationExport({
    ...shown,
    status,
    requested_by_name: shown.requested_by_name ?? "Deleted user",
    download_available: status === "ready"
  })
}

/** Whole seconds until the user may request one more; 0 when they may. `recent` are the newest, newest first. */
export const secondsUntilNext = (recent: ReadonlyArray<DateTime.Utc>, now: DateTime.Utc): number => {
  const oldest = recent[requestsPerDay - 1]
  if (oldest === undefined) return 0
  return Math.max(0, Math.ceil((DateTime.add(oldest, { days: 1 }).epochMilliseconds - now.epochMilliseconds) / 1000))
}

/** Why there is nothing to download, as the refusal says it; undefined for a ready export. */
export const unavailable = (status: ExportStatus) => {
  switch (status) {
    case "queued":
    case "running":
      return {
        code: "export_not_ready",
        error: "This export is not ready yet. You get an email when it is ready"
      } as const
    case "failed":
      return { code: "export_failed", error: "This export has failed. Request a new one" } as const
    case "expired":
      return { code: "export_expired", error: "This export has expired and was deleted. Request a new one" } as const
    case "ready":
      return undefined
  }
}

/** What the browser calls the file. */
export const downloadName = (createdAt: DateTime.Utc) =>
  `organisation-export-${DateTime.formatIsoDateUtc(createdAt)}.zip`

/**
 * Path of a stored file in the ZIP. A person typed the name: nothing in it may leave the folder or be refused by a file
 * system, and the id in front separates equal names.
 */
export const storedFilePath = (file: {
  readonly offboardingId: string
  readonly id: string
  readonly name: string
}): string => {
  const name = file.name
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f\u007f<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "_")
    .replace(/[. ]+$/, "")
  return `files/${file.offboardingId}/${file.id}-${[...name].slice(0, 100).join("") || "file"}`
}

const arrayStart = "[\n"
const between = ",\n"

/** Records, each a JSON text, as they follow `before` others in the array. */
export const arrayPart = (records: ReadonlyArray<string>, before: number): string =>
  records.map((record, index) => (before + index === 0 ? arrayStart : between) + record).join("")

export const arrayEnd = (records: number): string => (records === 0 ? "[]\n" : "\n]\n")
