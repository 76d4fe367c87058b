import { Effect } from "effect"
import type { OAuthCard } from "#connections/vendors/card"
import { revoker } from "#connections/vendors/protocol/revoker"
import { googleWorkspace as connectorFor } from "./connector.ts"
import { googleOAuth } from "./oauth.ts"
import { GoogleClient } from "./token.ts"

export const googleWorkspace: OAuthCard = {
  service: {
    _tag: "Revocable",
    turn: "mail",
    vendors: ["google", "googleOauth", "gmail", "googleApis", "googleLicensing"],
    revoker: Effect.flatMap(GoogleClient, (client) => revoker(connectorFor(client)))
  },
  addressSettings: [],
  client: "google",
  // An administrator's grant for the directory, sign-in security, groups, data transfer and mail settings.
  oauth: googleOAuth([
    "admin.directory.user",
    "admin.directory.user.security",
    "admin.directory.group.readonly",
    "admin.directory.group.member",
    "admin.datatransfer",
    "gmail.settings.basic"
  ]),
  endsGrant: true
}
