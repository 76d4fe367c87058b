import { DemoRpcHandlers } from "./rpc.ts"
import { Demo } from "./service.ts"

export const services = Demo.layerNoDeps
export const rpc = DemoRpcHandlers
