import { Schema } from "effect"
import { RpcMiddleware } from "effect/rpc"

export class OperatorTokenInvalid extends Schema.TaggedError<OperatorTokenInvalid>()("OperatorTokenInvalid", {
  error: Schema.tag("Missing or invalid operator token")
}) {
  override get message() {
    return this.error
  }
}

/**
 * The operator of the instance, above all organizations: the admin command and internal tools (credentials-11). The
 * token is in the request's headers, which are refused with 401.
 */
export class OperatorAuth extends RpcMiddleware.Service<OperatorAuth>()("svc/OperatorAuth", {
  error: OperatorTokenInvalid
}) {}
