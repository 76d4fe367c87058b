/** Where anyone finds the public keys of signatures, from the address of this service (anchors-7). */
export const signingKeysPath = "/.well-known/offboarding-signing-keys.json"
