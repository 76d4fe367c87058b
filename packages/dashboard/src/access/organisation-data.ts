import { OrganisationSettingsApi } from "@svc/contract/organisation-settings/api"
import { clientOf } from "#platform/api.ts"
import { queryOne } from "#platform/atoms.ts"

const settings = clientOf(OrganisationSettingsApi)

/** The current organization; null without a membership. */
export const organisation = queryOne(() => settings.view({}), ["organisation"])
