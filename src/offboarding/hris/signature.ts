import type { HrisProvider } from "@svc/contract/hris/schema"
import { createHmac } from "node:crypto"
import { constantTimeEquals } from "#platform/crypto/constant-time"

/** What of a vendor's call is signed, and how. */
export interface SignedCall {
  readonly headers: Readonly<Record<string, string | undefined>>
  /** As it came. */
  readonly body: Uint8Array
}

const withoutPadding = (text: string) => text.replace(/=+$/, "")

/** Whether the provider signed the call with the secret. Personio signs none. */
export const isSigned = (provider: HrisProvider, secret: string, { body, headers }: SignedCall): boolean => {
  switch (provider) {
    case "bamboohr": {
      const given = headers["x-bamboohr-signature"] ?? ""
      const timestamp = headers["x-bamboohr-timestamp"] ?? ""
      const expected = createHmac("sha256", secret).update(body).update(timestamp).digest("hex")
      return timestamp !== "" && constantTimeEquals(given.toLowerCase().replace(/^sha256=/, ""), expected)
    }
    case "hibob":
      return constantTimeEquals(
        headers["bob-signature"] ?? "",
        createHmac("sha512", secret).update(body).digest("base64")
      )
    case "merge":
      return constantTimeEquals(
        withoutPadding(headers["x-merge-webhook-signature"] ?? ""),
        createHmac("sha256", secret).update(body).digest("base64url")
      )
    case "personio":
      return false
  }
}
