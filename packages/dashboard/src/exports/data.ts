import { OrganisationExportsApi } from "@svc/contract/exports/api"
import type { ExportId } from "@svc/contract/kernel/ids"
import { clientOf } from "#platform/api.ts"
import { action, query } from "#platform/atoms.ts"

const organisationExports = clientOf(OrganisationExportsApi)

/** The newest of them; looked at again as one may be on its way. */
export const exportList = query((_all: "all") => organisationExports.list({}), {
  keys: () => ["exports"],
  every: "5 seconds"
})("all")

export const requestExport = action(
  (_nothing: void) => organisationExports.request({}),
  () => ["exports"]
)

/** A link that is good for ten minutes; the service writes down that it was given. */
export const exportLink = action(
  (id: ExportId) => organisationExports.download({ params: { id } }),
  () => []
)
