import type { Card } from "#connections/vendors/card"

/** Twilio: `src/work/sms` sends by it. */
export const sms: Card = {
  service: { _tag: "OfDomain" },
  addressSettings: []
}
