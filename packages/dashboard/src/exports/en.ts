import type { ExportStatus } from "@svc/contract/exports/schema"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const states: Readonly<Record<ExportStatus, string>> = {
  queued: "Queued",
  running: "Running",
  ready: "Ready",
  failed: "Failed",
  expired: "Expired"
}

export const exports = {
  title: "Data export",
  about: "All data of your organization as one ZIP: records as JSON, files, and a manifest.",
  request: "Start export",
  noStorage: "Exports are not available: this service has no file storage. Contact the operator.",
  none: "No exports yet",
  noneText: (days: number) =>
    `Start an export. You’ll get an email when it’s ready. The file is available for ${plural(days, { one: "# day", other: "# days" })}, then deleted.`,
  state: "Status",
  states,
  missing: (count: number) => plural(count, { one: "# file could not be read", other: "# files could not be read" }),
  by: "Started by",
  size: "Size",
  requested: "Started",
  until: "Available until",
  download: "Download"
}
