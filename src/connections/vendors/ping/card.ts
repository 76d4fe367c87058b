import type { CredentialCard } from "#connections/vendors/card"
import { revoker } from "#connections/vendors/protocol/revoker"
import { ping as connector } from "./connector.ts"

export const ping: CredentialCard<"ping"> = {
  service: { _tag: "Revocable", turn: "identity", vendors: ["pingAuth", "ping"], revoker: revoker(connector) },
  addressSettings: [],
  credential: ({ client_secret, ...settings }) => ({ settings, secrets: { client_secret } })
}
