import type { CredentialCard } from "#connections/vendors/card"
import { revoker } from "#connections/vendors/protocol/revoker"
import { entra } from "./connector.ts"

export const azureAd: CredentialCard<"azure-ad"> = {
  service: { _tag: "Revocable", turn: "mail", vendors: ["azureLogin", "graph"], revoker: revoker(entra) },
  addressSettings: [],
  credential: ({ client_secret, ...settings }) => ({ settings, secrets: { client_secret } })
}
