import type { CredentialCard } from "#connections/vendors/card"
import { docuSign } from "./credential-check.ts"

export const docusign: CredentialCard<"docusign"> = {
  service: { _tag: "Provable", vendors: ["docusign"], credentialCheck: docuSign },
  // What DocuSign reported about itself when it was connected.
  addressSettings: ["base_uri"],
  credential: ({ access_token, hmac_keys = [], private_key, ...settings }) => ({
    settings,
    secrets: {
      access_token,
      private_key,
      ...Object.fromEntries(hmac_keys.map((key, index) => [`hmac_key_${index + 1}`, key]))
    }
  })
}
