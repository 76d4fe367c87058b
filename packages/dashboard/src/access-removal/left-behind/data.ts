import type { OffboardingId } from "@svc/contract/kernel/ids"
import { LeftBehindApi } from "@svc/contract/left-behind/api"
import type {
  LeftBehindItem,
  LeftBehindSettings,
  ListLeftBehind,
  SetSuccessors,
  TransferLeftBehind
} from "@svc/contract/left-behind/schema"
import { clientOf } from "#platform/api.ts"
import { action, query, queryOne } from "#platform/atoms.ts"

const leftBehind = clientOf(LeftBehindApi)

/** Orphaned items of one offboarding, and what was not visible. */
export const leftBehindOf = query((id: OffboardingId) => leftBehind.ofCase({ params: { id } }), {
  keys: (id) => ["left behind", `case ${id}`]
})

export const pageSize = 50

export type LeftBehindFilters = Omit<ListLeftBehind, "limit" | "offset"> & { readonly offset?: number }

/** Orphaned items of all offboardings, latest found first. */
export const leftBehindPage = query(
  ({ offset = 0, ...filters }: LeftBehindFilters) =>
    leftBehind.list({ query: { ...filters, offset, limit: pageSize } }),
  { keys: () => ["left behind", "cases"] }
)

/** Orphaned items as CSV. */
export const exportLeftBehind = action(
  (query: Omit<LeftBehindFilters, "offset">) => leftBehind.export({ query }),
  () => []
)

/** Whether scanning is on in this organization. */
export const settings = queryOne(() => leftBehind.settings({}), ["left behind"])

export const turn = action(
  (payload: LeftBehindSettings) => leftBehind.setSettings({ payload }),
  () => ["left behind"]
)

/** Default owners, used when none is assigned. */
export const successors = queryOne(() => leftBehind.successors({}), ["organisation"])

export const setSuccessors = action(
  (payload: SetSuccessors) => leftBehind.setSuccessors({ payload }),
  () => ["organisation"]
)

/** Starts a scan; results are read after it finishes. */
export const lookAgain = action(
  (id: OffboardingId) => leftBehind.look({ params: { id } }),
  (id) => [`case ${id}`]
)

type Item = Pick<LeftBehindItem, "id" | "offboarding_id">

const changed = ({ item }: { readonly item: Item }) => ["left behind", `case ${item.offboarding_id}`]

export const nameOwner = action(
  ({ item, ...payload }: TransferLeftBehind & { readonly item: Item }) =>
    leftBehind.transfer({ params: { id: item.id }, payload }),
  changed
)

export const takeOver = action(
  ({ item }: { readonly item: Item }) => leftBehind.acceptTransfer({ params: { id: item.id } }),
  changed
)

interface Reasoned {
  readonly item: Item
  readonly reason: string
}

export const letStay = action(
  ({ item, reason }: Reasoned) => leftBehind.accept({ params: { id: item.id }, payload: { reason } }),
  changed
)

export const endedByHand = action(
  ({ item, reason }: Reasoned) => leftBehind.done({ params: { id: item.id }, payload: { reason } }),
  changed
)

export const letCutGoOn = action(
  ({ item, reason }: Reasoned) => leftBehind.go({ params: { id: item.id }, payload: { reason } }),
  changed
)
