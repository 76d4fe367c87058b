import { Option } from "effect"
import type { Candidate } from "#connections/vendors/protocol/connection"
import type { PlanClosing } from "#connections/vendors/protocol/inventory"
import { roleIn } from "./roles.ts"

/** What ending an orphaned item would call in Okta; it hands nothing over. */
export const oktaPlan =
  (base: (service: Candidate) => string): PlanClosing =>
  (service, { accountId }, { externalId, kind }, successor) => {
    if (successor !== null) return []
    const at = (path: string) => [{ method: "DELETE", url: `${base(service)}/api/v1/${path}` }]
    const user = accountId === null ? "{id}" : encodeURIComponent(accountId)
    if (kind === "api_key") return at(`api-tokens/${encodeURIComponent(externalId)}`)
    if (kind === "oauth_grant") return at(`users/${user}/clients/${encodeURIComponent(externalId)}/grants`)
    const role = kind === "ownership" ? roleIn(externalId) : Option.none()
    return Option.isSome(role) ? at(`users/${user}/roles/${encodeURIComponent(role.value)}`) : []
  }
