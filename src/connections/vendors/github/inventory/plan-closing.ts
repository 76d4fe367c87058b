import { Option } from "effect"
import type { VendorAddresses } from "#connections/vendors/protocol/addresses"
import { githubOrg } from "#connections/vendors/github/api"
import type { PlanClosing } from "#connections/vendors/protocol/inventory"

/** Tokens and keys that GitHub lets an organization end, as an inventory names them: `authorized:161195`. */
export const endableIn = (externalId: string) => {
  const [, source, id] = /^(fine-grained|authorized):([\w-]{1,100})$/.exec(externalId) ?? []
  return source === undefined || id === undefined
    ? Option.none()
    : Option.some({ isFineGrained: source === "fine-grained", id })
}

/** What ending an orphaned item would call at GitHub; it hands nothing over. */
export const githubPlan =
  (addresses: VendorAddresses["Service"]): PlanClosing =>
  (service, _leaver, { externalId }, successor) => {
    const github = githubOrg(addresses, service)
    const named = endableIn(externalId)
    if (successor !== null || Option.isNone(github) || Option.isNone(named)) return []
    const { api, org } = github.value
    const { id, isFineGrained } = named.value
    return isFineGrained
      ? [{ method: "POST", url: `${api}/orgs/${org}/personal-access-tokens/${id}` }]
      : [{ method: "DELETE", url: `${api}/orgs/${org}/credential-authorizations/${id}` }]
  }
