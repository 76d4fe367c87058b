import type { OrgId } from "@svc/contract/kernel/ids"
import { Duration } from "effect"

/** How long a provider may take to answer. */
export const requestLifetime = Duration.minutes(10)

/** Where a sign-in ends that did not say. */
export const homePath = "/"

/** This service as the provider of an organisation knows it: an entity of its own for each organisation. */
export const serviceProviderOf = (baseUrl: string, orgId: OrgId) => {
  const root = `${baseUrl}/api/auth/saml/${orgId}`
  return {
    sp_entity_id: `${root}/metadata`,
    acs_url: `${root}/acs`,
    metadata_url: `${root}/metadata`,
    login_url: `${root}/login`
  }
}

/** Whether the organisation takes addresses of this domain; without a list it takes all. */
export const isWithinDomains = (email: string, domains: ReadonlyArray<string>): boolean =>
  domains.length === 0 || domains.includes(email.slice(email.lastIndexOf("@") + 1).toLowerCase())
