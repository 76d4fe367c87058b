import type { CredentialCard } from "#connections/vendors/card"
import { revoker } from "#connections/vendors/protocol/revoker"
import { slack as connector } from "./connector.ts"

export const slack: CredentialCard<"slack"> = {
  service: { _tag: "Revocable", turn: "rest", vendors: ["slack", "slackScim"], revoker: revoker(connector) },
  addressSettings: [],
  credential: ({ channel, team_id, ...secrets }) => ({ settings: { channel, team_id }, secrets })
}
