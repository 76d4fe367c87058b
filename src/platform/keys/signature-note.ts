import { signingKeysPath } from "@svc/contract/kernel/signing-keys-path"
import { Option } from "effect"

/** Names the key of a signature and where its public half is, for a footer or a mail; empty without a key. */
export const signatureNote = (keyId: Option.Option<string>, baseUrl: string): string =>
  Option.match(keyId, {
    onNone: () => "",
    onSome: (id) => `Signing key ${id}, public key at ${baseUrl}${signingKeysPath}`
  })
