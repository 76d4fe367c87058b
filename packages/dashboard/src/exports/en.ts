import type { ExportStatus } from "@svc/contract/exports/schema"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const states: Readonly<Record<ExportStatus, string>> = {
  queued: "Waits",
  running: "Being made",
  ready: "Ready",
  failed: "Failed",
  expired: "Expired"
}

export const exports = {
  title: "Exports",
  about: "Everything of your organisation as one ZIP: records as JSON, files, and a manifest.",
  request: "Start an export",
  noStorage: "This service has no file storage, so no export can be made. Ask its operator.",
  none: "No exports yet",
  noneText: (days: number) =>
    `Start one; you get a mail when it is ready. It can be downloaded for ${plural(days, { one: "# day", other: "# days" })}, then it is deleted.`,
  state: "State",
  states,
  missing: (count: number) => plural(count, { one: "# file could not be read", other: "# files could not be read" }),
  by: "By",
  size: "Size",
  requested: "Started",
  until: "Until",
  download: "Download"
}
