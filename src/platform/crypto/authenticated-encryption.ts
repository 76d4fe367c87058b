import { Option } from "effect"
import { createCipheriv, createDecipheriv, createSecretKey, type DecipherGCM, type KeyObject } from "node:crypto"
import { secureBytes } from "./random.ts"

const algorithm = "aes-256-gcm"
const nonceLength = 12
const tagLength = 16

// Bare bytes cost twice as much as a key object made of them on the spot.
const keyObject = (key: Uint8Array | KeyObject): KeyObject => (key instanceof Uint8Array ? createSecretKey(key) : key)

/**
 * AES-256-GCM (NIST SP 800-38D) under a 32-byte key and a fresh random nonce of 96 bits. Answers the base64url of
 * nonce, ciphertext and 128-bit tag. Lone surrogates, which UTF-8 cannot carry, become U+FFFD.
 */
export const encrypt = (key: Uint8Array | KeyObject, plaintext: string, associatedData: string): string => {
  const nonce = secureBytes(nonceLength)
  const cipher = createCipheriv(algorithm, keyObject(key), nonce, { authTagLength: tagLength })
  cipher.setAAD(Buffer.from(associatedData))
  return Buffer.concat([nonce, cipher.update(plaintext, "utf8"), cipher.final(), cipher.getAuthTag()]).toString(
    "base64url"
  )
}

const ended = Option.liftThrowable((decipher: DecipherGCM) => decipher.final())

/** The text that `encrypt` was given; none when the key, the associated data or a single bit is another. */
export const decrypt = (key: Uint8Array | KeyObject, sealed: string, associatedData: string): Option.Option<string> => {
  const bytes = Buffer.from(sealed, "base64url")
  // The decoder skips what it does not know; only the one spelling that `encrypt` writes is accepted.
  if (bytes.length < nonceLength + tagLength || bytes.toString("base64url") !== sealed) return Option.none()
  const decipher = createDecipheriv(algorithm, keyObject(key), bytes.subarray(0, nonceLength), {
    authTagLength: tagLength
  })
  decipher.setAAD(Buffer.from(associatedData))
  decipher.setAuthTag(bytes.subarray(-tagLength))
  const plaintext = decipher.update(bytes.subarray(nonceLength, -tagLength))
  // The mode is a stream's: nothing is left for the end but to compare the tag.
  return Option.map(ended(decipher), () => plaintext.toString("utf8"))
}
