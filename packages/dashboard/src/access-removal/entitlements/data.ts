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

/** What one leaver held before the cut, and what became of it. */
export const entitlementsOf = query((id: OffboardingId) => entitlements.ofCase({ params: { id } }), {
  keys: (id) => ["left behind", `case ${id}`]
})

/** The returns of access of a case, the latest first. */
export const returnsOf = query((id: OffboardingId) => accessReturns.returns({ params: { id } }), {
  keys: (id) => ["left behind", `case ${id}`]
})

/** What the seats save that offboardings freed. */
export const savings = queryOne(() => entitlements.savings({}), ["left behind"])

/** What seats cost, as somebody entered it. */
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

/** Gives back what the plan with this digest says, soon after. */
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
