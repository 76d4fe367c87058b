import { CasesApi } from "@svc/contract/cases/api"
import type { EditCase } from "@svc/contract/cases/schema"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { ConfirmationsApi } from "@svc/contract/offboardings/api"
import { clientOf } from "#platform/api.ts"
import { action } from "#platform/atoms.ts"

const cases = clientOf(CasesApi)
const confirmations = clientOf(ConfirmationsApi)

export const editCase = action(
  ({ changes, id }: { readonly id: OffboardingId; readonly changes: EditCase }) =>
    cases.edit({ params: { id }, payload: changes }),
  ({ id }) => [`case ${id}`, "cases"]
)

/** A member confirms that there is no access to revoke. */
export const confirmNoApps = action(
  (id: OffboardingId) => confirmations.noApps({ params: { id } }),
  (id) => [`case ${id}`, "cases"]
)

export const confirmAssetReturn = action(
  (id: OffboardingId) => confirmations.assetReturn({ params: { id } }),
  (id) => [`case ${id}`, "cases"]
)
