import type { OffboardingStatus } from "./schema.ts"

/** What people read for each stage, in English. */
export const stageNames: Readonly<Record<OffboardingStatus, string>> = {
  pending: "Pending",
  notice_period: "Notice period",
  it_revocation: "Access revocation",
  asset_recovery: "Equipment return",
  completed: "Completed",
  cancelled: "Canceled"
}

/** The same in German. */
export const germanStageNames: Readonly<Record<OffboardingStatus, string>> = {
  pending: "Angelegt",
  notice_period: "Kündigungsfrist",
  it_revocation: "Zugriffsentzug",
  asset_recovery: "Rückgabe",
  completed: "Abgeschlossen",
  cancelled: "Abgebrochen"
}
