import type { Card } from "#connections/vendors/card"

/** Calendly: `src/work/exit-interviews` offers its appointments. */
export const calendly: Card = {
  service: { _tag: "OfDomain" },
  addressSettings: []
}
