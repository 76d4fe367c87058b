import { Effect, Option } from "effect"
import type { Connector, Connectors, Revoker } from "./connector.ts"
import { scimConnector } from "./scim-connector.ts"
import { webhookConnector } from "./webhook-connector.ts"

const revoker = <Account>(connector: Connector<Account>): Revoker => ({
  plan: connector.plan,
  revoke: Effect.fn("Revoker.revoke")(function* (calls, service, leaver, attempt) {
    const finding = yield* connector.find({ read: calls.read }, service, leaver)
    return finding._tag === "Result"
      ? finding.result
      : yield* connector.act(calls, service, finding.account, { ...attempt, leaver })
  })
})

const known = new Map<string, Revoker>([
  ["scim", revoker(scimConnector)],
  ["webhook", revoker(webhookConnector)]
])

export const connectors: Connectors = (protocol) => Option.fromUndefinedOr(known.get(protocol))
