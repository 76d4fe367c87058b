import type { Card } from "#connections/vendors/card"

/** The HR system, whichever it is: `src/offboarding/hris` reads it. */
export const hris: Card = {
  service: { _tag: "OfDomain" },
  addressSettings: []
}
