import type { CredentialCard } from "#connections/vendors/card"
import { revoker } from "#connections/vendors/protocol/revoker"
import { okta as connector, oktaAddress } from "./connector.ts"

export const okta: CredentialCard<"okta"> = {
  service: { _tag: "Revocable", turn: "identity", vendors: ["okta"], revoker: revoker(connector) },
  addressSettings: ["domain"],
  credential: ({ api_token, domain }) => ({
    settings: { domain: domain.trim() },
    secrets: { api_token },
    address: { field: "domain", url: oktaAddress(domain), vendor: "okta" }
  })
}
