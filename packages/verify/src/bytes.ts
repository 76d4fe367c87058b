import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"

const encoder = new TextEncoder()

export const utf8 = (text: string): Uint8Array => encoder.encode(text)

/** Lower-case hex SHA-256 of the bytes, or of the text's UTF-8. */
export const sha256Hex = (input: Uint8Array | string): string =>
  bytesToHex(sha256(typeof input === "string" ? utf8(input) : input))

/** The text, without a byte order mark; undefined when the bytes are not UTF-8. */
export const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Standard base64 in its one spelling; line breaks around it are let through. Undefined for anything else. */
export const bytesOfBase64 = (text: string): Uint8Array | undefined => {
  const trimmed = text.trim()
  if (trimmed.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(trimmed)) return undefined
  const binary = atob(trimmed)
  // `atob` forgives stray bits in the last digit; a signature has one spelling only.
  if (btoa(binary) !== trimmed) return undefined
  return Uint8Array.from(binary, (digit) => digit.charCodeAt(0))
}

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])
