import type { DomainCard } from "#connections/vendors/card"

/** Calendly: `src/work/exit-interviews` offers its appointments. */
export const calendly: DomainCard = {
  service: { _tag: "OfDomain" },
  addressSettings: []
}
