import type { Envelope } from "./signing.ts"
import type { LabAnswer } from "./vendor.ts"

export const refused = (status: number, code: string, message: string): LabAnswer => ({
  status,
  body: { code, message }
})
export const missing = (what: string) => refused(400, "MISSING_REQUIRED_PARAM", `Required parameters missing: ${what}`)
export const invalid = (what: string) => refused(400, "INVALID_ARGUMENTS", `One or more arguments are invalid: ${what}`)

/** A decline is a cancellation too: only the history tells them apart. */
export const statusOf = ({ status }: Envelope) => {
  if (status === "signed") return "SIGNED"
  if (status === "expired") return "EXPIRED"
  return status === "declined" || status === "voided" ? "CANCELLED" : "OUT_FOR_SIGNATURE"
}
