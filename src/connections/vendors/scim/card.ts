import { revocationUrl } from "@svc/contract/integrations/schema"
import type { Card, DomainCard } from "#connections/vendors/card"
import { revoker } from "#connections/vendors/protocol/revoker"
import { genericScim as connector } from "./connector.ts"

/** Provisioning by the tenant's identity provider: it calls `src/offboarding/scim`, which calls no one. */
export const scim: DomainCard = {
  service: { _tag: "OfDomain" },
  addressSettings: ["base_url"]
}

/** Any service of the tenant's that speaks SCIM. */
export const genericScim: Card = {
  service: { _tag: "Revocable", turn: "generic", vendors: [], revoker: revoker(connector) },
  addressSettings: ["base_url", revocationUrl]
}
