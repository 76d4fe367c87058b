import type { CredentialCard } from "#connections/vendors/card"
import { revoker } from "#connections/vendors/protocol/revoker"
import { jumpcloud as connector } from "./connector.ts"

export const jumpcloud: CredentialCard<"jumpcloud"> = {
  service: { _tag: "Revocable", turn: "identity", vendors: ["jumpcloud"], revoker: revoker(connector) },
  addressSettings: [],
  credential: ({ api_key, ...settings }) => ({ settings, secrets: { api_key } })
}
