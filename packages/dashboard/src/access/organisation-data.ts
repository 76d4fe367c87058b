import { OrganisationSettingsApi } from "@svc/contract/organisation-settings/api"
import { clientOf } from "#platform/api.ts"
import { queryOne } from "#platform/atoms.ts"

const settings = clientOf(OrganisationSettingsApi)

/** The organisation that one works in; null for whoever belongs to none. */
export const organisation = queryOne(() => settings.view({}), ["organisation"])
