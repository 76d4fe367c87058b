import type { DomainCard } from "#connections/vendors/card"

/** The ticket system, whichever it is: `src/work/it-tickets` writes to it. */
export const itTickets: DomainCard = {
  service: { _tag: "OfDomain" },
  addressSettings: ["base_url"]
}
