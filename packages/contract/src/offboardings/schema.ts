import { Schema } from "effect"

export const OffboardingStatus = Schema.Literals([
  "pending",
  "notice_period",
  "it_revocation",
  "asset_recovery",
  "completed",
  "cancelled"
])
export type OffboardingStatus = typeof OffboardingStatus.Type

export const SeparationType = Schema.Literals([
  "resignation",
  "termination",
  "layoff",
  "redundancy",
  "retirement",
  "contract_end",
  "other"
])
export type SeparationType = typeof SeparationType.Type

/** The route by which an offboarding came to be (D1, events). */
export const OffboardingSource = Schema.Literals([
  "app",
  "clone",
  "bulk",
  "csv",
  "hris",
  "initiation",
  "api",
  "slack",
  "scim",
  "contract_expiry"
])
export type OffboardingSource = typeof OffboardingSource.Type

/** What moved an offboarding to another stage (D1, events). */
export const StageChangeSource = Schema.Literals(["app", "bulk", "api", "automation", "schedule"])
export type StageChangeSource = typeof StageChangeSource.Type
