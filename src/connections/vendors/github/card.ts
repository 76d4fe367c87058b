import type { Card } from "#connections/vendors/card"
import { revoker } from "#connections/vendors/revoker"
import { github as connector } from "./connector.ts"

export const github: Card = {
  service: { _tag: "Revocable", turn: "rest", vendors: ["github"], revoker: revoker(connector) },
  addressSettings: []
}
