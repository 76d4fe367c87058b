import { JobsRpcHandlers } from "./rpc.ts"

export const rpc = JobsRpcHandlers
