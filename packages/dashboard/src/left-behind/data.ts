import type { OffboardingId } from "@svc/contract/kernel/ids"
import { LeftBehindApi } from "@svc/contract/left-behind/api"
import type { LeftBehindItem, TransferLeftBehind } from "@svc/contract/left-behind/schema"
import { clientOf } from "../platform/api.ts"
import { action, query } from "../platform/atoms.ts"

const leftBehind = clientOf(LeftBehindApi)

/** What one leaver leaves behind, and what could not be seen. */
export const leftBehindOf = query((id: OffboardingId) => leftBehind.ofCase({ params: { id } }), {
  keys: (id) => ["left behind", `case ${id}`]
})

export const lookAgain = action(
  (id: OffboardingId) => leftBehind.look({ params: { id } }),
  (id) => ["left behind", `case ${id}`]
)

type Of = Pick<LeftBehindItem, "id" | "offboarding_id">
const keysOf = ({ of }: { readonly of: Of }) => ["left behind", `case ${of.offboarding_id}`]

export const offerIt = action(
  ({ of: { id }, ...payload }: TransferLeftBehind & { readonly of: Of }) =>
    leftBehind.transfer({ params: { id }, payload }),
  keysOf
)

export const takeOver = action(
  ({ of: { id } }: { readonly of: Of }) => leftBehind.acceptTransfer({ params: { id } }),
  keysOf
)

/** What somebody decides with a reason. */
export type Decision = "accept" | "done" | "go"

export const decide = action(
  ({ decision, of: { id }, reason }: { readonly decision: Decision; readonly of: Of; readonly reason: string }) =>
    leftBehind[decision]({ params: { id }, payload: { reason } }),
  keysOf
)
