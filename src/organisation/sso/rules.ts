import type { OrgId } from "@svc/contract/kernel/ids"
import { Duration } from "effect"

/** How long a provider may take to answer. */
export const requestLifetime = Duration.minutes(10)

/** Where a sign-in ends that did not say. */
export const homePath = "/"

/** This service as the organization's provider knows it: a separate entity per organization. */
export const serviceProviderOf = (baseUrl: string, orgId: OrgId) => {
  const root = `${baseUrl}/api/auth/saml/${orgId}`
  return {
    sp_entity_id: `${root}/metadata`,
    acs_url: `${root}/acs`,
    metadata_url: `${root}/metadata`,
    login_url: `${root}/login`
  }
}

/** Whether the organization accepts emails of this domain; without a list it accepts all. */
export const isWithinDomains = (email: string, domains: ReadonlyArray<string>): boolean =>
  domains.length === 0 || domains.includes(email.slice(email.lastIndexOf("@") + 1).toLowerCase())
