import { ResidualAccessApi } from "@svc/contract/residual-access/api"
import type { ListResidualAccess, ListUnverifiedAccess } from "@svc/contract/residual-access/schema"
import { clientOf } from "#platform/api.ts"
import { action, query, queryOne } from "#platform/atoms.ts"

const residualAccess = clientOf(ResidualAccessApi)

const keys = ["residual access", "cases"]

export const pageSize = 25

/** Active accounts and unverified removals, by app. */
export const byApp = queryOne(() => residualAccess.byApp({}), keys)

type Filters<Query> = Omit<Query, "limit" | "offset"> & { readonly offset?: number }

/** Findings, newest first. */
export const findingPage = query(
  ({ offset = 0, ...filters }: Filters<ListResidualAccess>) =>
    residualAccess.list({ query: { ...filters, offset, limit: pageSize } }),
  { keys: () => keys }
)

/** Apps of departed employees without a verified removal, last to leave first. */
export const unverifiedPage = query(
  ({ offset = 0, ...filters }: Filters<ListUnverifiedAccess>) =>
    residualAccess.unverified({ query: { ...filters, offset, limit: pageSize } }),
  { keys: () => keys }
)

/** Findings as CSV. */
export const exportFindings = action(
  (query: Omit<ListResidualAccess, "limit" | "offset">) => residualAccess.export({ query }),
  () => []
)

/** Unverified removals as CSV. */
export const exportUnverified = action(
  (query: Omit<ListUnverifiedAccess, "limit" | "offset">) => residualAccess.exportUnverified({ query }),
  () => []
)
