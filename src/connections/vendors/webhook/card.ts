import { revocationUrl } from "@svc/contract/integrations/schema"
import type { Card } from "#connections/vendors/card"
import { revoker } from "#connections/vendors/protocol/revoker"
import { genericWebhook as connector } from "./connector.ts"

/** Any address of the tenant's that a signed POST asks to do it. */
export const genericWebhook: Card = {
  service: { _tag: "Revocable", turn: "generic", vendors: [], revoker: revoker(connector) },
  addressSettings: ["base_url", revocationUrl]
}
