import { Effect } from "effect"
import type { Card } from "#connections/vendors/card"
import { revoker } from "#connections/vendors/revoker"
import { googleWorkspace as connectorFor } from "./connector.ts"
import { GoogleClient } from "./token.ts"

export const googleWorkspace: Card = {
  service: {
    _tag: "Revocable",
    turn: "mail",
    vendors: ["google", "googleOauth", "gmail"],
    revoker: Effect.flatMap(GoogleClient, (client) => revoker(connectorFor(client)))
  },
  addressSettings: []
}
