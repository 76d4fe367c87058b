import type { CredentialCard } from "#connections/vendors/card"
import { revoker } from "#connections/vendors/protocol/revoker"
import { onelogin as connector } from "./connector.ts"

export const onelogin: CredentialCard<"onelogin"> = {
  service: { _tag: "Revocable", turn: "identity", vendors: ["onelogin"], revoker: revoker(connector) },
  addressSettings: ["subdomain"],
  credential: ({ client_secret, ...settings }) => ({ settings, secrets: { client_secret } })
}
