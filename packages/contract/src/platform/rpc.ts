import { Schema } from "effect"
import { Rpc, RpcGroup } from "effect/rpc"
import { OperatorAuth } from "../kernel/operator.ts"

/** The instance itself, as its operator's tools need to know it. */
export class InstanceRpcs extends RpcGroup.make(
  Rpc.make("show", {
    success: Schema.Struct({
      /** The address at which people and programs reach it. */
      base_url: Schema.String,
      /** `NODE_ENV=production`: what is for looking at only is refused. */
      production: Schema.Boolean
    })
  })
)
  .prefix("instance.")
  .middleware(OperatorAuth) {}
