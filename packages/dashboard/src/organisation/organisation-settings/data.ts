import { OrganisationSettingsApi } from "@svc/contract/organisation-settings/api"
import type { Retention, UpdateSettings } from "@svc/contract/organisation-settings/schema"
import { clientOf } from "#platform/api.ts"
import { action, query, queryOne } from "#platform/atoms.ts"

const settings = clientOf(OrganisationSettingsApi)

export const changeOrganisation = action(
  (payload: UpdateSettings) => settings.update({ payload }),
  () => ["me", "organisation", "memberships", "cases"]
)

/** In months after completion or cancellation; null keeps forever. */
export const retention = queryOne(() => settings.retention({}), ["organisation"])

/** How many offboardings this retention would delete in its first night. */
export const retentionPreview = query(
  (months: number) => settings.previewRetention({ query: { offboarding_retention_months: months } }),
  { keys: () => ["organisation", "cases"] }
)

export const setRetention = action(
  (payload: Retention) => settings.setRetention({ payload }),
  () => ["organisation"]
)

export const scheduleDeletion = action(
  (_nothing: void) => settings.scheduleDeletion({}),
  () => ["organisation"]
)

export const callOffDeletion = action(
  (_nothing: void) => settings.cancelDeletion({}),
  () => ["organisation"]
)
