import { Option } from "effect"
import type { PlanClosing } from "#connections/vendors/protocol/inventory"
import type { Places } from "./look-up.ts"
import { ruleIn } from "./mailbox.ts"
import { relationIn, relationPath } from "./relations.ts"

/** What ending an orphaned item would call in Entra ID, or transferring it. */
export const entraPlan =
  ({ graph }: Places): PlanClosing =>
  (_service, _leaver, { externalId, kind }, successor) => {
    const at = (method: string, path: string) => ({ method, url: `${graph}/v1.0${path}` })
    if (successor === null) {
      const rule = kind === "forwarding" ? ruleIn(externalId) : Option.none()
      return Option.isSome(rule)
        ? [at("PATCH", `/users/{id}/mailFolders/inbox/messageRules/${encodeURIComponent(rule.value)}`)]
        : []
    }
    const relation = kind === "api_key" ? Option.none() : relationIn(externalId)
    if (Option.isNone(relation)) return []
    const path = relationPath(relation.value)
    return [at("POST", `${path}/$ref`), at("DELETE", `${path}/{id}/$ref`)]
  }
