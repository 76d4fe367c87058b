import type { DomainCard } from "#connections/vendors/card"

/** The HR system, whichever it is: `src/offboarding/hris` reads it. */
export const hris: DomainCard = {
  service: { _tag: "OfDomain" },
  addressSettings: []
}
