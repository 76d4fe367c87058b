import { AccessReturnsApi, EntitlementsApi } from "@svc/contract/entitlements/api"
import type {
  AccessReturn,
  ApproveReturn,
  DeclineReturn,
  ProposeReturn,
  SetLicencePrices
} from "@svc/contract/entitlements/schema"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { clientOf } from "#platform/api.ts"
import { action, query, queryOne } from "#platform/atoms.ts"

const entitlements = clientOf(EntitlementsApi)
const accessReturns = clientOf(AccessReturnsApi)

/** Access snapshot of one offboarding. */
export const entitlementsOf = query((id: OffboardingId) => entitlements.ofCase({ params: { id } }), {
  keys: (id) => ["left behind", `case ${id}`]
})

/** Restores of one offboarding, latest first. */
export const returnsOf = query((id: OffboardingId) => accessReturns.returns({ params: { id } }), {
  keys: (id) => ["left behind", `case ${id}`]
})

/** Savings from reclaimed licenses. */
export const savings = queryOne(() => entitlements.savings({}), ["left behind"])

/** Prices per seat, as entered. */
export const licencePrices = queryOne(() => entitlements.licencePrices({}), ["organisation"])

export const setLicencePrices = action(
  (payload: SetLicencePrices) => entitlements.setLicencePrices({ payload }),
  () => ["left behind", "organisation"]
)

export const proposeReturn = action(
  ({ id, ...payload }: ProposeReturn & { readonly id: OffboardingId }) =>
    accessReturns.propose({ params: { id }, payload }),
  ({ id }) => [`case ${id}`]
)

type Decided = Pick<AccessReturn, "id" | "offboarding_id">

const changed = ({ of }: { readonly of: Decided }) => [`case ${of.offboarding_id}`]

/** Approves the plan with this digest; the restore runs shortly afterwards. */
export const approveReturn = action(
  ({ digest, of }: ApproveReturn & { readonly of: Decided }) =>
    accessReturns.approve({ params: { id: of.id }, payload: { digest } }),
  changed
)

export const declineReturn = action(
  ({ of, reason }: DeclineReturn & { readonly of: Decided }) =>
    accessReturns.decline({ params: { id: of.id }, payload: { reason } }),
  changed
)
