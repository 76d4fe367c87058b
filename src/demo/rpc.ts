import { DemoRpcs } from "@svc/contract/demo/rpc"
import { Effect } from "effect"
import { Demo } from "./service.ts"

export const DemoRpcHandlers = DemoRpcs.toLayer(
  Effect.map(Demo, (demo) => DemoRpcs.of({ "demo.seed": (input) => demo.seed(input) }))
)
