import { Schema } from "effect"
import { Rpc, RpcGroup } from "effect/rpc"
import { OrgId } from "../kernel/ids.ts"
import { OperatorAuth } from "../kernel/operator.ts"

export class JobNotFound extends Schema.TaggedError<JobNotFound>()("JobNotFound", { error: Schema.String }) {
  override get message() {
    return this.error
  }
}

/** The background jobs of the instance (operator-6). */
export class JobsRpcs extends RpcGroup.make(
  Rpc.make("list", { success: Schema.Array(Schema.Struct({ name: Schema.String, trigger: Schema.String })) }),
  Rpc.make("run", {
    payload: { name: Schema.String, orgId: Schema.optionalKey(OrgId) },
    success: Schema.Struct({ name: Schema.String, result: Schema.Record(Schema.String, Schema.Number) }),
    error: JobNotFound
  })
)
  .prefix("jobs.")
  .middleware(OperatorAuth) {}
