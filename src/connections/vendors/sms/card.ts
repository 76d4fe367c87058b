import type { DomainCard } from "#connections/vendors/card"

/** Twilio: `src/work/sms` sends by it. */
export const sms: DomainCard = {
  service: { _tag: "OfDomain" },
  addressSettings: []
}
