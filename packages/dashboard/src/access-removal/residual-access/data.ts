import type { OffboardingId } from "@svc/contract/kernel/ids"
import { ResidualAccessApi } from "@svc/contract/residual-access/api"
import type { ResidualAccessId, ResolveResidualAccess } from "@svc/contract/residual-access/schema"
import { clientOf } from "#platform/api.ts"
import { action, query, queryOne } from "#platform/atoms.ts"

const residualAccess = clientOf(ResidualAccessApi)

/** Findings of one offboarding, resolved or not. */
export const findingsOf = query(
  (offboarding_id: OffboardingId) =>
    residualAccess.list({ query: { limit: 100, offset: 0, status: "all", offboarding_id } }),
  { keys: (id) => ["residual access", `case ${id}`] }
)

export const resolveFinding = action(
  ({
    id,
    offboardingId: _case,
    ...payload
  }: ResolveResidualAccess & { readonly id: ResidualAccessId; readonly offboardingId: OffboardingId }) =>
    residualAccess.resolve({ params: { id }, payload }),
  ({ offboardingId }) => ["residual access", `case ${offboardingId}`]
)

/** Open findings, newest first. */
export const residualFindings = queryOne(
  () => residualAccess.list({ query: { limit: 100, offset: 0 } }),
  ["residual access"]
)
