import type { Card } from "#connections/vendors/card"

/** Microsoft Teams: `src/offboarding/chat` posts to it. */
export const teams: Card = {
  service: { _tag: "OfDomain" },
  addressSettings: []
}
