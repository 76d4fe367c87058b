import { ApprovalChainsApi } from "@svc/contract/approval-chains/api"
import type { CreateApprovalChain, UpdateApprovalChain } from "@svc/contract/approval-chains/schema"
import type { ApprovalChainId } from "@svc/contract/kernel/ids"
import { clientOf } from "#platform/api.ts"
import { action, query, queryOne } from "#platform/atoms.ts"

const chains = clientOf(ApprovalChainsApi)

const keys = ["approval chains"]
/** The settings of requests hold the default chain, too. */
const changed = () => [...keys, "initiation settings"]

export const approvalChains = queryOne(() => chains.list({ query: { limit: 200, offset: 0 } }), keys)

export const approvalChain = query((id: ApprovalChainId) => chains.get({ params: { id } }), { keys: () => keys })

export const createChain = action((payload: CreateApprovalChain) => chains.create({ payload }), changed)

export const changeChain = action(
  ({ changes, id }: { readonly id: ApprovalChainId; readonly changes: UpdateApprovalChain }) =>
    chains.update({ params: { id }, payload: changes }),
  changed
)

export const removeChain = action((id: ApprovalChainId) => chains.remove({ params: { id } }), changed)
