import { OperatorAuth, OperatorTokenInvalid } from "@svc/contract/kernel/operator"
import { Effect, Layer, Redacted } from "effect"
import { AppConfig } from "#platform/config"
import { constantTimeEquals } from "#platform/constant-time"

/** `/rpc` is for whoever holds the operator token, as Bearer (decisions 1). */
export const OperatorAuthLayer = Layer.effect(
  OperatorAuth,
  Effect.gen(function* () {
    const { operatorToken } = yield* AppConfig
    const expected = `Bearer ${Redacted.value(operatorToken)}`
    return OperatorAuth.of((effect, { headers }) =>
      constantTimeEquals(headers["authorization"] ?? "", expected) ? effect : Effect.fail(new OperatorTokenInvalid())
    )
  })
)
