import { OrganisationExportsApi } from "@svc/contract/exports/api"
import type { ExportId } from "@svc/contract/kernel/ids"
import { clientOf } from "#platform/api.ts"
import { action, query } from "#platform/atoms.ts"

const organisationExports = clientOf(OrganisationExportsApi)

/** Latest exports, polled because one may be running. */
export const exportList = query((_all: "all") => organisationExports.list({}), {
  keys: () => ["exports"],
  every: "5 seconds"
})("all")

export const requestExport = action(
  (_nothing: void) => organisationExports.request({}),
  () => ["exports"]
)

/** Download link, valid for ten minutes; the service records its creation. */
export const exportLink = action(
  (id: ExportId) => organisationExports.download({ params: { id } }),
  () => []
)
