import type { OAuthCard } from "#connections/vendors/card"
import { revoker } from "#connections/vendors/protocol/revoker"
import { github as connector } from "./connector.ts"
import { githubOAuth } from "./oauth.ts"

export const github: OAuthCard = {
  service: { _tag: "Revocable", turn: "rest", vendors: ["github"], revoker: revoker(connector) },
  addressSettings: [],
  client: "github",
  oauth: githubOAuth,
  endsGrant: true
}
