import { hashes, verify } from "@noble/ed25519"
import { sha512 } from "@noble/hashes/sha2.js"
import { bytesOfBase64, sha256Hex } from "./bytes.ts"

hashes.sha512 = sha512

/** A public Ed25519 key. */
export interface PublicKey {
  /** The first 16 hex digits of the fingerprint, as the service names its keys. */
  readonly keyId: string
  /** The SHA-256 of the key's DER form (SPKI), 64 hex digits: `openssl pkey -pubin -outform DER | sha256sum`. */
  readonly fingerprint: string
  /** The 32 bytes of the key itself. */
  readonly bytes: Uint8Array
}

type KeyReading = { readonly _tag: "Key"; readonly key: PublicKey } | { readonly _tag: "NoKey"; readonly why: string }

/** What stands before the 32 bytes of every Ed25519 key in DER (RFC 8410). */
const prefix = "302a300506032b6570032100"

const no = (why: string): KeyReading => ({ _tag: "NoKey", why })

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")

const block = /-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]*)-----END \1-----/

/** Reads a public key from PEM. A key of another kind is named, so that people know what they hold. */
export const readKey = (pem: string): KeyReading => {
  if (pem.length > 100_000) return no("It is far too long for a key.")
  const [, label = "", body = ""] = block.exec(pem) ?? []
  if (label === "") return no("It is not a key in PEM form, which starts with -----BEGIN PUBLIC KEY-----.")
  if (label.includes("PRIVATE KEY")) {
    return no("It is a private key. The verifier needs the public one; a private key should never leave its owner.")
  }
  if (label !== "PUBLIC KEY")
    return no(`It is a ${label.toLowerCase()}, not a public key (-----BEGIN PUBLIC KEY-----).`)
  const der = bytesOfBase64(body.replaceAll(/\s/g, ""))
  if (der === undefined) return no("Its content is not base64.")
  const text = hex(der)
  if (!text.startsWith(prefix) || der.length !== 44) {
    return no("It is a public key of another kind. The service signs with Ed25519 only.")
  }
  const fingerprint = sha256Hex(der)
  return { _tag: "Key", key: { keyId: fingerprint.slice(0, 16), fingerprint, bytes: der.slice(12) } }
}

/** Whether this key made the signature (64 bytes) over exactly these bytes (RFC 8032, keys of small order refused). */
export const isSignedBy = (key: PublicKey, signature: Uint8Array, message: Uint8Array): boolean => {
  try {
    return signature.length === 64 && verify(signature, message, key.bytes, { zip215: false })
  } catch {
    return false
  }
}
