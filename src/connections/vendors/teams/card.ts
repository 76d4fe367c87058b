import type { DomainCard } from "#connections/vendors/card"

/** Microsoft Teams: `src/offboarding/chat` posts to it. */
export const teams: DomainCard = {
  service: { _tag: "OfDomain" },
  addressSettings: []
}
