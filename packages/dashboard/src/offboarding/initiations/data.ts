import type { UpdateInitiationSettings } from "@svc/contract/approval-chains/schema"
import { InitiationsApi } from "@svc/contract/initiations/api"
import type {
  ApproveInitiation,
  DelegateStep,
  InitiationStatus,
  InitiationView,
  RejectInitiation,
  SubmitInitiation,
  UpdateInitiation
} from "@svc/contract/initiations/schema"
import type { InitiationId } from "@svc/contract/kernel/ids"
import { clientOf } from "#platform/api.ts"
import { action, query, queryOne } from "#platform/atoms.ts"

const initiations = clientOf(InitiationsApi)

export const pageSize = 50

interface InitiationFilters {
  readonly view?: InitiationView
  readonly status?: InitiationStatus
  readonly offset?: number
}

/** A page of the list, newest first. */
export const initiationPage = query(
  ({ offset = 0, ...filters }: InitiationFilters) =>
    initiations.list({ query: { ...filters, offset, limit: pageSize } }),
  { keys: () => ["initiations"] }
)

/** Requests as CSV. */
export const exportInitiations = action(
  (query: Omit<InitiationFilters, "offset">) => initiations.export({ query }),
  () => []
)

export const initiationDetails = query((id: InitiationId) => initiations.get({ params: { id } }), {
  keys: (id) => [`initiation ${id}`]
})

/** An assistant's proposal, if there is one; reloaded with the request. */
export const initiationProposal = query((id: InitiationId) => initiations.proposal({ params: { id } }), {
  keys: (id) => [`initiation ${id}`]
})

/** Whether approval is required, and the default chain. */
export const initiationSettings = queryOne(() => initiations.settings({}), ["initiation settings"])

export const changeInitiationSettings = action(
  (payload: UpdateInitiationSettings) => initiations.updateSettings({ payload }),
  () => ["initiation settings", "approval chains"]
)

interface Of {
  readonly id: InitiationId
}

const changed = ({ id }: Of) => [`initiation ${id}`, "initiations"]

export const submitInitiation = action(
  (payload: SubmitInitiation) => initiations.submit({ payload }),
  () => ["initiations", "cases"]
)

export const editInitiation = action(
  ({ changes, id }: Of & { readonly changes: UpdateInitiation }) =>
    initiations.update({ params: { id }, payload: changes }),
  changed
)

export const approveInitiation = action(
  ({ id, ...payload }: Of & ApproveInitiation) => initiations.approve({ params: { id }, payload }),
  (of) => [...changed(of), "cases"]
)

export const rejectInitiation = action(
  ({ id, ...payload }: Of & RejectInitiation) => initiations.reject({ params: { id }, payload }),
  changed
)

export const delegateStep = action(
  ({ id, ...payload }: Of & DelegateStep) => initiations.delegate({ params: { id }, payload }),
  changed
)

export const withdrawInitiation = action(
  (id: InitiationId) => initiations.withdraw({ params: { id } }),
  () => ["initiations"]
)
