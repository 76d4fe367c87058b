import { ApprovalChainsApi } from "@svc/contract/approval-chains/api"
import { clientOf } from "../platform/api.ts"
import { queryOne } from "../platform/atoms.ts"

const chains = clientOf(ApprovalChainsApi)

/** Who has to agree, by the chains' names. */
export const approvalChains = queryOne(() => chains.list({ query: { limit: 200, offset: 0 } }), ["approval chains"])
